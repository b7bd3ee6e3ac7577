import type { INestApplicationContext } from '@nestjs/common';
import { ClientsService } from '../../src/modules/enterprise/clients/clients.service.js';
import { EventsService } from '../../src/modules/enterprise/events/events.service.js';
import { JobsService } from '../../src/modules/enterprise/jobs/jobs.service.js';
import { demoClients } from '../estate/collection-clients.js';
import { demoEvents, type EventKey } from '../estate/collection-events.js';
import { demoJobs } from '../estate/finished-jobs.js';
import type { Estate } from '../generator/estate.js';

/** Collection clients, their schedules, and the jobs that have run. */
export async function loadCollection(app: INestApplicationContext, estate: Estate): Promise<void> {
  const clients = await loadClients(app, estate);
  const events = new Map<EventKey, number>();
  for (const { key, client, title, rrule, options, ous, domains } of demoEvents(estate)) {
    const { id: clientId } = clients.get(client) ?? missing(client);
    events.set(key, await app.get(EventsService).create({ clientId, title, rrule, ous, domains, ...options }));
  }
  for (const { client, event, eventTitle, options, domainResults, ...job } of demoJobs(estate)) {
    const { id: clientId, name: clientName } = clients.get(client) ?? missing(client);
    await app.get(JobsService).record({
      ...job,
      ...options,
      clientId,
      clientName,
      eventId: (event && events.get(event)) ?? null,
      eventTitle: eventTitle || null,
      results: domainResults,
    });
  }
}

async function loadClients(app: INestApplicationContext, estate: Estate) {
  const clients = new Map<string, { readonly id: string; readonly name: string }>();
  for (const { key, name, type, domainController, version, hostname, ipAddress: address } of demoClients(estate)) {
    const { client } = await app.get(ClientsService).create({ name, type, domainController });
    await app.get(ClientsService).checkIn(client.id, { version, hostname, address, username: null, userSid: null });
    clients.set(key, client);
  }
  return clients;
}

function missing(key: string): never {
  throw new Error(`the demo estate has no client ${key}`);
}
