import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import { AuditRepository } from '../../../auth/audit/audit.repository.js';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { CollectionObjects } from '../scope/collection-objects.js';
import { InvalidInputError, NotFoundError } from '../../../base/errors.js';
import { NodeLookup } from '../../../graph/lookups/node-lookup.js';
import { KindNames } from '../../../graph/store/kind-names.js';
import type { QueryParameters } from '../../../http/input/route-inputs.js';
import { parseList } from '../../../http/list/parse-list.js';
import { EventEntity } from './event.entity.js';
import { eventPlan } from './event.fixture.js';
import { eventList } from './events.fields.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';
import { Recurrences } from '../../../base/recurrence/recurrences.js';

const clientId = '11111111-1111-4111-8111-111111111111';
const otherClient = '22222222-2222-4222-8222-222222222222';

describe('events in the database', () => {
  let test: TestDatabase;
  let service: EventsService;
  let now = new Date('2026-03-01T00:00:00Z');

  beforeAll(async () => {
    test = await testDatabase();
    const repository = new EventsRepository(test.database, test.dataSource.getRepository(EventEntity));
    const graph = new NodeLookup(test.database, new KindNames(test.database));
    const clock = { now: () => now };
    const audit = new AuditService(new AuditRepository(test.database));
    service = new EventsService(repository, new CollectionObjects(graph), new Recurrences(), audit, clock);
  });
  afterAll(() => test.drop());

  /** A domain and organisational units; one is named by its distinguished name. */
  async function addObjects(): Promise<void> {
    await test.database.query('DELETE FROM node');
    await test.database.query(
      `INSERT INTO node (objectid, kind, kinds, name, described, last_seen, props)
       SELECT o, k.id, ARRAY[k.id], o || ' NAME', true, '2026-01-01', jsonb_build_object('distinguishedname', d)
       FROM (VALUES ('S-1-5-21-1', 'Domain', 'DC=CORP'), ('S-1-5-21-9', 'Domain', 'DC=LAB'), ('OU-1', 'OU', 'OU=Staff,DC=Corp'),
                    ('OU-2', 'OU', NULL), ('G-1', 'Group', 'CN=Staff,DC=Corp')) v (o, kind, d)
       JOIN kind k ON k.name = v.kind`,
    );
  }

  beforeEach(async () => {
    await addObjects();
    now = new Date('2026-03-01T00:00:00Z');
    await test.database.query('TRUNCATE event RESTART IDENTITY');
    await test.database.query('DELETE FROM client');
    await test.database.query(
      `INSERT INTO client (id, name, type, domain_controller, created_at, updated_at)
       SELECT id, 'collector ' || id, 'directory', '', now(), now() FROM unnest($1::uuid[]) id`,
      [[clientId, otherClient]],
    );
  });

  async function list(query: QueryParameters = []): Promise<{ count: number; data: Record<string, unknown>[] }> {
    return JSON.parse((await service.list(parseList(query, eventList, []))).text);
  }

  async function ids(...query: readonly (readonly [string, string])[]): Promise<unknown[]> {
    return (await list(query)).data.map(({ id }) => id);
  }

  it('have the JSON of the specification', async () => {
    const { rrule } = eventPlan();
    expect(await service.create({ clientId, ...eventPlan({ domains: ['s-1-5-21-1', 'S-1-5-21-9'] }) })).toBe(1);
    await test.database.query(`DELETE FROM node WHERE objectid = 'S-1-5-21-9'`);
    const event = {
      id: 1,
      client_id: clientId,
      rrule,
      session_collection: false,
      local_group_collection: false,
      ad_structure_collection: true,
      cert_services_collection: false,
      ca_registry_collection: false,
      dc_registry_collection: false,
      all_trusted_domains: false,
      ous: [],
      domains: [
        { objectid: 'S-1-5-21-1', name: 'S-1-5-21-1 NAME', exists: true, type: 'Domain' },
        { objectid: 'S-1-5-21-9', name: '', exists: false, type: '' },
      ],
    };
    expect(await list()).toEqual({ count: 1, skip: 0, limit: 100, data: [event] });
    expect(JSON.parse((await service.get(1)).text)).toEqual({ data: { ...event, title: 'nightly' } });
    const bare = { ...event, domains: ['S-1-5-21-1', 'S-1-5-21-9'] };
    expect((await list([['hydrate_domains', 'false']])).data).toEqual([bare]);
  });

  it('name organisational units as objects or as ids', async () => {
    await service.create({ clientId, ...eventPlan({ ous: ['OU-1'] }) });
    await test.database.query('DELETE FROM node');
    const unknown = { objectid: 'OU-1', name: '', exists: false, distinguishedname: '', type: '' };
    expect((await list([['hydrate_domains', 'f']])).data).toMatchObject([{ ous: [unknown], domains: [] }]);
    expect((await list([['hydrate_ous', 'F']])).data).toMatchObject([{ ous: ['OU-1'], domains: [] }]);
  });

  it('take organisational units by distinguished name too, and keep the object id, once', async () => {
    await service.create({ clientId, ...eventPlan({ ous: ['ou=staff,DC=CORP', 'ou-2', 'OU-1'] }) });
    expect((await list([['hydrate_ous', 'F']])).data).toMatchObject([{ ous: ['OU-1', 'OU-2'] }]);
  });

  it('refuse objects that are not in the graph or of another kind', async () => {
    const hint = 'takes object ids or distinguished names of organisational units of the graph';
    const ous = ['OU-1', 'OU-7', 'G-1', 'CN=Staff,DC=Corp', 'OU=Nobody'];
    await expect(service.create({ clientId, ...eventPlan({ ous }) })).rejects.toThrow(
      new InvalidInputError([
        { code: 'reference.not_found', context: 'body.ous.1', message: `OU-7 is not in the graph; ${hint}` },
        { code: 'reference.not_found', context: 'body.ous.2', message: `G-1 is of the kind Group; ${hint}` },
        {
          code: 'reference.not_found',
          context: 'body.ous.3',
          message: `CN=Staff,DC=Corp is not in the graph; ${hint}`,
        },
        { code: 'reference.not_found', context: 'body.ous.4', message: `OU=Nobody is not in the graph; ${hint}` },
      ]),
    );
    const id = await service.create({ clientId, ...eventPlan() });
    const domains = ['S-1-5-21-1', 'OU-1', 'DC=CORP'];
    const domainHint = 'takes object ids of domains or tenants of the graph';
    await expect(service.replace(id, eventPlan({ domains }))).rejects.toThrow(
      new InvalidInputError([
        { code: 'reference.not_found', context: 'body.domains.1', message: `OU-1 is of the kind OU; ${domainHint}` },
        {
          code: 'reference.not_found',
          context: 'body.domains.2',
          message: `DC=CORP is not in the graph; ${domainHint}`,
        },
      ]),
    );
  });

  it('belong to a client that exists, and end with it', async () => {
    const nobody = '99999999-9999-4999-8999-999999999999';
    const attempt = service.create({ clientId: nobody, ...eventPlan() });
    await expect(attempt).rejects.toThrow(
      InvalidInputError.at('reference.not_found', 'body.client_id', `there is no client ${nobody}`),
    );
    await service.create({ clientId, ...eventPlan() });
    await test.database.query('DELETE FROM client WHERE id = $1', [clientId]);
    expect(await ids()).toEqual([]);
  });

  it('are replaced as a whole and scheduled anew', async () => {
    const id = await service.create({ clientId, ...eventPlan({ ous: ['OU-1'] }) });
    now = new Date('2026-03-02T00:00:00Z');
    await service.replace(
      id,
      eventPlan({ rrule: 'DTSTART:20260301T120000Z\nRRULE:FREQ=WEEKLY', domains: ['S-1-5-21-1'] }),
    );
    expect((await list([['hydrate_domains', 'false']])).data).toMatchObject([
      {
        id,
        client_id: clientId,
        ous: [],
        domains: ['S-1-5-21-1'],
        rrule: 'DTSTART:20260301T120000Z\nRRULE:FREQ=WEEKLY',
      },
    ]);
    expect(await ids(['next_scheduled_at', '2026-03-08T12:00:00Z'])).toEqual([id]);
    expect(await ids(['updated_at', '2026-03-02T00:00:00Z'], ['created_at', '2026-03-01T00:00:00Z'])).toEqual([id]);
    await expect(service.replace(99, eventPlan())).rejects.toThrow(NotFoundError);
  });

  it('are deleted once', async () => {
    const id = await service.create({ clientId, ...eventPlan() });
    await service.delete(id);
    expect(await list()).toMatchObject({ count: 0 });
    await expect(service.delete(id)).rejects.toThrow(new NotFoundError('path.event_id', `there is no event ${id}`));
    await expect(service.get(id)).rejects.toThrow(NotFoundError);
  });

  describe('in a list', () => {
    beforeEach(async () => {
      const weekly = 'DTSTART:20260105T060000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO';
      await service.create({ clientId, ...eventPlan() });
      now = new Date('2026-03-01T00:00:01Z');
      await service.create({ clientId: otherClient, ...eventPlan({ rrule: weekly, sessionCollection: true }) });
      await service.create({ clientId, ...eventPlan({ certServicesCollection: true, localGroupCollection: true }) });
      await service.create({ clientId, ...eventPlan({ caRegistryCollection: true, dcRegistryCollection: true }) });
      await test.database.query(
        `UPDATE event SET next_scheduled_at = NULL, ad_structure_collection = false, deleted_at = '2026-05-01T00:00:00Z'
         WHERE id = 4`,
      );
    });

    it.each<[string, string, number[]]>([
      ['id', '2', [2]],
      ['id', 'neq:2', [1, 3, 4]],
      ['id', 'gte:3', [3, 4]],
      ['id', 'lt:-1', []],
      ['client_id', otherClient, [2]],
      ['client_id', `neq:${otherClient}`, [1, 3, 4]],
      ['rrule', '~eq:freq=weekly', [2]],
      ['rrule', '~eq:TZID=Europe/Berlin', [1, 3, 4]],
      ['rrule', 'neq:x', [1, 2, 3, 4]],
      ['next_scheduled_at', '2026-03-01T01:00:00Z', [1, 3]],
      ['next_scheduled_at', 'gt:2026-03-01T01:00:00Z', [2]],
      ['next_scheduled_at', 'neq:2026-03-01T01:00:00Z', [2, 4]],
      ['next_scheduled_at', 'null', [4]],
      ['next_scheduled_at', 'neq:null', [1, 2, 3]],
      ['session_collection', 'T', [2]],
      ['local_group_collection', 'neq:false', [3]],
      ['ad_structure_collection', 'f', [4]],
      ['cert_services_collection', 'true', [3]],
      ['ca_registry_collection', 'True', [4]],
      ['dc_registry_collection', 'eq:t', [4]],
      ['created_at', 'lte:2026-03-01T00:00:00Z', [1]],
      ['updated_at', 'gt:2026-03-01T00:00:00Z', [2, 3, 4]],
      ['deleted_at', 'null', [1, 2, 3]],
      ['deleted_at', 'gte:2026-05-01T00:00:00Z', [4]],
    ])('%s=%s finds exactly the events meant', async (name, value, expected) => {
      expect(await ids([name, value])).toEqual(expected);
    });

    it.each<[string, number[]]>([
      ['id', [1, 2, 3, 4]],
      ['-id', [4, 3, 2, 1]],
      ['next_scheduled_at', [1, 3, 2, 4]],
      ['-next_scheduled_at', [2, 1, 3, 4]],
      ['created_at', [1, 2, 3, 4]],
      ['-updated_at', [2, 3, 4, 1]],
      ['-deleted_at', [4, 1, 2, 3]],
    ])('are sorted by %s with nulls last and ties by id', async (column, expected) => {
      expect(await ids(['sort_by', column])).toEqual(expected);
    });

    it('come in pages with the true count', async () => {
      expect(await list([['skip', '3']])).toMatchObject({ count: 4, data: [{ id: 4 }] });
      expect(await list([['limit', '0']])).toMatchObject({ count: 4, data: [] });
      expect(await list([['skip', '9']])).toMatchObject({ count: 4, data: [] });
    });
  });
});
