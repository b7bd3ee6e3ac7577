import type { INestApplicationContext } from '@nestjs/common';
import { SamlService } from '../src/modules/saml/saml.service.js';
import type { Estate } from './generator/estate.js';
import { DEMO_IDENTITY_PROVIDER, DEMO_NODE_KINDS, demoAssetGroups } from './estate/configuration.js';
import { ConflictError } from '../src/base/errors.js';
import { AnalysisService } from '../src/analysis/analysis.service.js';
import { AnalysisRuns } from '../src/analysis/runs/analysis-runs.js';
import { EnvironmentLookup } from '../src/graph/lookups/environment-lookup.js';
import { GraphKeeper } from '../src/graph/memory/graph-keeper.js';
import { IngestService } from '../src/ingest/ingest.service.js';
import { bufferSource } from '../src/ingest/reading/payload-source.js';
import { type Payload, textOf } from './generator/payload.js';
import { OverviewTask } from '../src/modules/overview/overview.task.js';
import { AssetGroupsService } from '../src/modules/asset-groups/asset-groups.service.js';
import { SelectorsService } from '../src/modules/asset-groups/selectors.service.js';
import { CustomNodesService } from '../src/modules/custom-nodes/custom-nodes.service.js';
import { ClientsService } from '../src/modules/enterprise/clients/clients.service.js';
import { EventsService } from '../src/modules/enterprise/events/events.service.js';
import { JobsService } from '../src/modules/enterprise/jobs/jobs.service.js';
import { demoClients, demoEvents, type EventKey } from './estate/clients-and-events.js';
import { demoJobs } from './estate/finished-jobs.js';

/**
 * Loads the demo estate. The identity provider is created last: if it exists, the estate was loaded before, and only its graph is loaded
 * again if that was deleted. If it does not, what a load that was killed has left is kept, and the rest is created.
 * @returns whether anything was loaded
 */
export async function loadDemo(app: INestApplicationContext, estate: Estate, say: Say): Promise<boolean> {
  const providers = await app.get(SamlService).list('');
  const isLoaded = providers.some(({ name }) => name === DEMO_IDENTITY_PROVIDER.slug);
  if (isLoaded && (await app.get(EnvironmentLookup).idOf(estate.plan.domain.sid)) !== null) return false;
  // Before the graph, whose analyses then expand the selectors.
  if (!isLoaded) await loadConfiguration(app, estate);
  await loadGraph(app, estate, say);
  if (isLoaded) return true;
  await unlessItExists(loadCollection(app, estate));
  await loadIdentityProvider(app);
  return true;
}

/** Ignores that the first name is taken: the rest follows at once, so that it exists, too. */
async function unlessItExists(creation: Promise<unknown>): Promise<void> {
  await creation.catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
  });
}

/** Reports progress. */
type Say = (line: string) => void;

/** Ingests and analyses the collected files; the files of the cloud tenant in the order and at the times of their runs. */
async function loadGraph(app: INestApplicationContext, estate: Estate, say: Say): Promise<void> {
  const ingest = app.get(IngestService);
  const analyse = async (now: Date) => {
    const report = await app.get(AnalysisService).run({ now });
    // Changes since yesterday are those since the run before yesterday.
    await app.get(AnalysisRuns).record('demo estate', now, report, now);
    // A point of the trend for each run. The plan follows once the service runs tasks.
    await app.get(GraphKeeper).withGraph(report.version, () => app.get(OverviewTask).storeFigures());
    return report.version;
  };
  const read = async (payloads: readonly Payload[]) => {
    const report = await ingest.ingest(payloads.map((it) => bufferSource(it.name, Buffer.from(textOf(it)))));
    const fault = report.files.flatMap(({ path, faults }) => faults.map(({ reason }) => `${path}: ${reason}`))[0];
    if (fault) throw new Error(`the demo estate has a fault: ${fault}`);
  };
  const steps = estate.cloudRuns + 1;
  let version = 0;
  say(`loading sample data, 1 of ${steps}: directory ${estate.plan.domain.name}`);
  await read(estate.directoryRun());
  await read([estate.codeHosting()]);
  for (let run = 0; run < estate.cloudRuns; run++) {
    const now = estate.cloudRunTime(run);
    say(`loading sample data, ${run + 2} of ${steps}: cloud tenant as of ${now.toISOString().slice(0, 10)}`);
    await read([estate.cloudRun(run)]);
    version = await analyse(now);
  }
  // Calls that follow are answered from the graph with the results.
  await app.get(GraphKeeper).withGraph(version, () => Promise.resolve());
}

/** Creates the icons of the custom kinds and the selectors of the asset groups. */
async function loadConfiguration(app: INestApplicationContext, estate: Estate): Promise<void> {
  const kinds = Object.entries(DEMO_NODE_KINDS).map(([kindName, icon]) => ({ kindName, icon }));
  await unlessItExists(app.get(CustomNodesService).create(kinds));
  const groups = app.get(AssetGroupsService);
  for (const { name, tag, systemGroupId, selectors: named } of demoAssetGroups(estate)) {
    const selectors = named.map((selector) => ({ name: selector.name, selector: selector.objectId }));
    if (systemGroupId === undefined) await unlessItExists(groups.create({ name, tag, selectors }));
    else await app.get(SelectorsService).replaceAll(systemGroupId, selectors);
  }
}

async function loadIdentityProvider(app: INestApplicationContext): Promise<void> {
  await app.get(SamlService).create(DEMO_IDENTITY_PROVIDER, '');
}

/** Creates the collection clients, their events and their finished jobs. */
async function loadCollection(app: INestApplicationContext, estate: Estate): Promise<void> {
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
    await app.get(ClientsService).checkIn(client.id, { version, hostname, address });
    clients.set(key, client);
  }
  return clients;
}

function missing(key: string): never {
  throw new Error(`the demo estate has no client ${key}`);
}
