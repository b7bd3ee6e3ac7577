import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type TestApp, testApp } from '../../../../test/support/app.js';
import { httpApp, type HttpApp } from '../../../../test/support/http-app.js';
import type { AuditEntry, AuditNote } from '../../../auth/audit/audit-entry.js';
import { noAuditNote } from '../../../auth/audit/audit.fixture.js';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { CollectionObjects } from '../scope/collection-objects.js';
import { Clock } from '../../../base/clock.js';
import { DatabaseClock } from '../../../database/sql/database-clock.js';
import { requiredCapability } from '../../../http/edition/edition.module.js';
import { JsonText } from '../../../http/json-text.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';
import { Recurrences } from '../../../base/recurrence/recurrences.js';

const clientId = '11111111-1111-4111-8111-111111111111';
const rrule = 'DTSTART;TZID=Europe/Berlin:20260101T020000\nRRULE:FREQ=DAILY';
const now = new Date('2026-03-01T00:00:00Z');
/** By the clock of the instance, which is ahead. */
const instanceNow = new Date('2026-03-09T00:00:00Z');

/** The graph knows every name that it is asked for. */
const objects: Pick<CollectionObjects, 'resolve'> = {
  resolve: (scope) => Promise.resolve({ ...scope, ous: scope.ous.map((id) => id.toUpperCase()) }),
};

/** Records nothing; the last tests read the audit log. */
const audit = { audited: <T>(_: AuditEntry, work: (note: AuditNote) => Promise<T>) => work(noAuditNote) };

const repository = {
  listPage: jest.fn<EventsRepository['listPage']>(),
  find: jest.fn<EventsRepository['find']>(),
  insert: jest.fn<EventsRepository['insert']>(),
  update: jest.fn<EventsRepository['update']>(),
  delete: jest.fn<EventsRepository['delete']>(),
};

describe('events over HTTP', () => {
  let http: HttpApp;

  beforeAll(async () => {
    http = await httpApp(
      [EventsController],
      [
        EventsService,
        Recurrences,
        { provide: EventsRepository, useValue: repository },
        { provide: CollectionObjects, useValue: objects },
        { provide: AuditService, useValue: audit },
        { provide: Clock, useValue: { now: () => instanceNow } },
        { provide: DatabaseClock, useValue: { now: () => Promise.resolve(now) } },
      ],
    );
  });
  afterAll(() => http.close());
  beforeEach(() => {
    repository.listPage.mockReset().mockResolvedValue(new JsonText('{"count":0,"skip":0,"limit":100,"data":[]}'));
    repository.find.mockReset().mockResolvedValue(new JsonText('{"data":{"id":5}}'));
    repository.insert.mockReset().mockResolvedValue(5);
    repository.update.mockReset().mockResolvedValue(true);
    repository.delete.mockReset().mockResolvedValue(true);
  });

  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${http.url}/api/v2/events${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async function faults(method: string, path: string, body: unknown): Promise<unknown> {
    const answer = await call(method, path, body);
    expect(answer.status).toBe(400);
    return (answer.body as { errors: unknown }).errors;
  }

  const plan = {
    title: '',
    rrule,
    sessionCollection: true,
    localGroupCollection: false,
    adStructureCollection: false,
    certServicesCollection: false,
    caRegistryCollection: false,
    dcRegistryCollection: false,
    allTrustedDomains: false,
    ous: ['OU-1'],
    domains: [],
    nextScheduledAt: new Date('2026-03-01T01:00:00Z'),
  };

  it('schedules an event by the clock of the database', async () => {
    const body = { rrule, ad_structure_collection: true };
    await call('POST', '', { client_id: clientId, ...body });
    await call('PUT', '/5', body);
    const scheduled = expect.objectContaining({ nextScheduledAt: new Date('2026-03-01T01:00:00Z') });
    expect(repository.insert).toHaveBeenCalledWith(scheduled, now, expect.anything());
    expect(repository.update).toHaveBeenCalledWith(5, scheduled, now, expect.anything());
  });

  it('belong to the capability events', () => {
    expect(requiredCapability(EventsController)).toBe('events');
  });

  it('are listed by id unless asked otherwise', async () => {
    expect((await call('GET', '')).body).toEqual({ count: 0, skip: 0, limit: 100, data: [] });
    expect((await call('GET', '?sort_by=-next_scheduled_at&rrule=~eq:DAILY&hydrate_ous=f')).status).toBe(200);
    expect(repository.listPage.mock.calls.map(([request]) => request)).toEqual([
      {
        filters: [],
        order: [{ column: 'id', descending: false }],
        skip: 0,
        limit: 100,
        flags: { hydrate_domains: true, hydrate_ous: true },
      },
      {
        filters: [{ column: 'rrule', predicate: '~eq', value: 'DAILY' }],
        order: [{ column: 'next_scheduled_at', descending: true }],
        skip: 0,
        limit: 100,
        flags: { hydrate_domains: true, hydrate_ous: false },
      },
    ]);
  });

  it('refuses columns that the specification does not list', async () => {
    expect(await faults('GET', '?all_trusted_domains=true&sort_by=rrule&rrule=a:b', undefined)).toEqual([
      expect.objectContaining({ context: 'query.rrule' }),
      {
        code: 'list.unsortable',
        context: 'query.sort_by',
        message: '"rrule" can\'t be sorted by; sortable are id, next_scheduled_at, created_at, updated_at, deleted_at',
      },
      expect.objectContaining({ context: 'query.all_trusted_domains' }),
    ]);
  });

  it('are created with all absent options switched off', async () => {
    const body = {
      client_id: clientId.toUpperCase(),
      title: 'nightly',
      rrule,
      session_collection: true,
      ous: ['ou-1'],
    };
    expect(await call('POST', '', body)).toEqual({ status: 201, body: { data: { id: 5 } } });
    expect(repository.insert).toHaveBeenCalledWith(
      { clientId: clientId.toUpperCase(), ...plan, title: 'nightly' },
      now,
      noAuditNote,
    );
  });

  it('are replaced', async () => {
    const body = { rrule, session_collection: true, ous: ['OU-1'] };
    expect(await call('PUT', '/5', body)).toEqual({ status: 200, body: { data: { id: 5 } } });
    expect(repository.update).toHaveBeenCalledWith(5, plan, now, noAuditNote);
    repository.update.mockResolvedValue(false);
    expect(await call('PUT', '/6', body)).toMatchObject({ status: 404 });
  });

  it('are deleted without a body in the answer', async () => {
    expect(await call('DELETE', '/5')).toEqual({ status: 204, body: undefined });
    repository.delete.mockResolvedValue(false);
    expect(await call('DELETE', '/5')).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'resource.not_found', context: 'path.event_id', message: 'there is no event 5' }] },
    });
  });

  it('names every fault of a body', async () => {
    const body = {
      client_id: 'x',
      title: 'a\nb',
      rrule: 7,
      session_collection: 'yes',
      ad_structure_collection: null,
      ous: ['A', 'a'],
      domains: [''],
      more: 1,
    };
    const errors = await faults('POST', '', body);
    const contexts = (errors as { context: string }[]).map(({ context }) => context);
    expect(new Set(contexts)).toEqual(
      new Set([
        'body.more',
        'body.client_id',
        'body.title',
        'body.rrule',
        'body.session_collection',
        'body.ad_structure_collection',
        'body.ous',
        'body.domains',
      ]),
    );
    expect(repository.insert).not.toHaveBeenCalled();
  });

  it('names the faults of the rule beside faults of other properties', async () => {
    const errors = await faults('POST', '', { client_id: 'x', rrule: 'often', more: 1 });
    expect((errors as { code: string; context: string }[]).map(({ code, context }) => `${code} ${context}`)).toEqual([
      'body.unknown_property body.more',
      'body.invalid_value body.client_id',
      'schedule.invalid_rule body.rrule',
      'body.missing_property body',
    ]);
  });

  it.each([
    ['RRULE:FREQ=DAILY', ['01T01', '02T01', '03T01', '04T01', '05T01']],
    ['RRULE:FREQ=DAILY;UNTIL=20260302T120000Z', ['01T01', '02T01']],
  ])('lists the next times of %s', async (rule, times) => {
    const body = { rrule: `DTSTART;TZID=Europe/Berlin:20260101T020000\n${rule}` };
    expect(await call('POST', '/occurrences', body)).toEqual({
      status: 200,
      body: { data: { times: times.map((it) => `2026-03-${it}:00:00.000Z`) } },
    });
  });

  it('lists no times of a rule that no event can have', async () => {
    expect(await faults('POST', '/occurrences', { rrule: 'DTSTART:20260101T020000Z\nRRULE:FREQ=MINUTELY' })).toEqual([
      {
        code: 'schedule.invalid_rule',
        context: 'body.rrule',
        message: 'occurs 60 s apart; at least 300 s must lie between',
      },
    ]);
  });

  it('refuses an ambiguous rule with a reason', async () => {
    const floating = 'DTSTART:20260101T020000\nRRULE:FREQ=DAILY';
    expect(await faults('POST', '', { client_id: clientId, rrule: floating, session_collection: true })).toEqual([
      {
        code: 'schedule.invalid_rule',
        context: 'body.rrule',
        message: 'DTSTART takes a zone: TZID=<zone>, or Z at the end for UTC',
      },
    ]);
    expect(await faults('PUT', '/5', { rrule: 'often', ous: ['A'], domains: ['B'] })).toHaveLength(4);
  });

  it('does not move an event to another client', async () => {
    expect(await faults('PUT', '/5', { client_id: clientId, rrule, session_collection: true })).toEqual([
      {
        code: 'body.unknown_property',
        context: 'body.client_id',
        message: 'this operation does not know the property',
      },
    ]);
  });
});

describe('events in the audit log', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise' });
  });
  afterAll(() => app.close());

  it('are in the audit log for each change, also for a failed one', async () => {
    const made = await app.call('POST', '/api/v2/clients', { name: 'planned', type: 'directory' });
    const { data: client } = (await made.json()) as { data: { id: string } };
    const body = { title: 'nightly', rrule, session_collection: true };
    const answer = await app.call('POST', '/api/v2/events', { client_id: client.id, ...body });
    const { data: event } = (await answer.json()) as { data: { id: number } };
    await app.call('POST', '/api/v2/events', { client_id: clientId, ...body });
    await app.call('PUT', `/api/v2/events/${event.id}`, { rrule, ad_structure_collection: true, domains: ['S-1-5-7'] });
    await app.call('PUT', `/api/v2/events/${event.id}`, { ...body, all_trusted_domains: true });
    await app.call('DELETE', `/api/v2/events/${event.id}`);
    await app.call('DELETE', `/api/v2/events/${event.id}`);
    const listed = await app.call('GET', '/api/v2/audit?sort_by=id&action=~eq:event.');
    const { data } = (await listed.json()) as { data: Record<string, unknown>[] };
    const resource = `events/${event.id}`;
    expect(data.map((entry) => [entry['action'], entry['resource'], entry['outcome'], entry['details']])).toEqual([
      ['event.create', 'events', 'success', { id: event.id, client_id: client.id, ...body }],
      [
        'event.create',
        'events',
        'failure',
        { client_id: clientId, ...body, reason: `body.client_id: there is no client ${clientId}` },
      ],
      [
        'event.update',
        resource,
        'failure',
        {
          rrule,
          ad_structure_collection: true,
          domains: ['S-1-5-7'],
          reason: 'body.domains.0: S-1-5-7 is not in the graph; takes object ids of domains or tenants of the graph',
        },
      ],
      ['event.update', resource, 'success', { ...body, all_trusted_domains: true }],
      ['event.delete', resource, 'success', {}],
      ['event.delete', resource, 'failure', { reason: `path.event_id: there is no event ${event.id}` }],
    ]);
    expect(data.map((entry) => entry['actor'])).toEqual(Array(6).fill('a-administrator'));
  });
});
