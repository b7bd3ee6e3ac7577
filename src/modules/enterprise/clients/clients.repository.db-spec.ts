import { loadSettings } from '../../../base/config/load-settings.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sqlIn } from '../../../database/database.js';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import { AuditRepository } from '../../../auth/audit/audit.repository.js';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { Secrets } from '../../../auth/secrets/secrets.js';
import { TokenKeyCipher } from '../../../auth/secrets/token-key-cipher.js';
import { ApiTokenEntity } from '../../../auth/tokens/api-token.entity.js';
import { ApiTokensRepository } from '../../../auth/tokens/api-tokens.repository.js';
import { ClientTokensRepository } from '../../../auth/tokens/client-tokens.repository.js';
import { ClientTokensService } from '../../../auth/tokens/client-tokens.service.js';
import { CachedTokens } from '../../../auth/tokens/cached-tokens.js';
import { NotFoundError, UnauthenticatedError } from '../../../base/errors.js';
import type { QueryParameters } from '../../../http/input/route-inputs.js';
import { parseList } from '../../../http/list/parse-list.js';
import type { JobRunsService } from '../jobs/job-runs.service.js';
import { ClientEntity } from './client.entity.js';
import { clientList } from './clients.fields.js';
import { ClientsRepository } from './clients.repository.js';
import { ClientsService } from './clients.service.js';

const draft = { name: 'dc-collector', type: 'directory', domainController: 'DC1' } as const;
const nobody = '99999999-9999-4999-8999-999999999999';
const noClient = new NotFoundError('path.client_id', `there is no client ${nobody}`);
const report = { version: '2.5.9', hostname: 'h', address: '192.0.2.1', username: 'svc', userSid: 'S-1-5-21-1-500' };

describe('clients in the database', () => {
  let test: TestDatabase;
  let service: ClientsService;
  let tokens: CachedTokens;
  let now: Date;
  const clock = { now: () => now };

  beforeAll(async () => {
    test = await testDatabase();
    const cipher = new TokenKeyCipher(new Secrets('a secret of more than 32 characters'));
    tokens = new CachedTokens(tokensRepository(), cipher, clock, { forgetAll() {} } as never);
    service = newService();
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    now = new Date('2026-03-01T00:00:00.125Z');
    await test.database.query('DELETE FROM client');
    await test.database.query('DELETE FROM api_token');
  });

  function tokensRepository(): ApiTokensRepository {
    return new ApiTokensRepository(test.dataSource.getRepository(ApiTokenEntity), test.database, loadSettings({}));
  }

  /** The service of another instance, with its own cache of tokens if one is passed. */
  function newService(
    live = tokens,
    cancelOpen: JobRunsService['cancelOpen'] = () => Promise.resolve(),
  ): ClientsService {
    const cipher = new TokenKeyCipher(new Secrets('a secret of more than 32 characters'));
    const issuing = new ClientTokensService(new ClientTokensRepository(), cipher, live);
    const audit = new AuditService(new AuditRepository(test.database));
    const rows = new ClientsRepository(test.dataSource.getRepository(ClientEntity), test.database);
    const jobs = { cancelOpen } as Partial<JobRunsService> as JobRunsService;
    return new ClientsService(rows, issuing, jobs, audit, clock);
  }

  async function list(query: QueryParameters = []): Promise<{ count: number; data: Record<string, unknown>[] }> {
    return JSON.parse((await service.list(parseList(query, clientList, []))).text);
  }

  async function names(...query: readonly (readonly [string, string])[]): Promise<unknown[]> {
    return (await list(query)).data.map(({ name }) => name);
  }

  async function count(table: 'api_token' | 'event'): Promise<number> {
    const [row] = await test.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    return row?.count ?? -1;
  }

  const addEvents = (clientId: string, events: number) =>
    test.database.query(
      `INSERT INTO event (client_id, rrule, session_collection, local_group_collection, ad_structure_collection,
         cert_services_collection, ca_registry_collection, dc_registry_collection, all_trusted_domains, ous, domains,
         created_at, updated_at)
       SELECT $1, 'x', true, true, true, true, true, true, false, '{}', '{}', now(), now() FROM generate_series(1, $2)`,
      [clientId, events],
    );

  it('are created without a check-in, with a token that stands for them', async () => {
    const { client, token } = await service.create(draft);
    expect(JSON.parse((await service.get(client.id)).text)).toMatchObject({
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
        name: draft.name,
        type: draft.type,
        domain_controller: draft.domainController,
        version: '',
        hostname: '',
        address: '',
        username: '',
        user_sid: '',
        last_checkin: { time: null, valid: false },
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      },
    });
    const { principal, key } = await tokens.get(token.id);
    expect(key.export().toString()).toBe(token.key);
    expect(principal).toEqual({
      id: client.id,
      name: 'client:dc-collector',
      role: undefined,
      permissions: new Set(['collector:call']),
      sessionId: undefined,
      tokenId: token.id,
      client: { id: client.id, name: 'dc-collector' },
    });
  });

  it('have unique names without regard to case, and a refused one leaves no rows', async () => {
    await service.create(draft);
    const taken = {
      status: 409,
      faults: [{ code: 'resource.name_taken', context: 'body.name', message: 'the name DC-Collector is taken' }],
    };
    await expect(service.create({ ...draft, name: 'DC-Collector' })).rejects.toMatchObject(taken);
    expect(await count('api_token')).toBe(1);
    const { client } = await service.create({ ...draft, name: 'other' });
    await expect(service.update(client.id, { name: 'DC-Collector', domainController: '' })).rejects.toMatchObject(
      taken,
    );
  });

  it('have the documented JSON, with the last report of the client', async () => {
    const { client } = await service.create(draft);
    await addEvents(client.id, 2);
    now = new Date('2026-03-01T00:01:00Z');
    await service.update(client.id, { name: 'renamed', domainController: '' });
    now = new Date('2026-03-01T00:02:00Z');
    await service.checkIn(client.id, report);
    now = new Date('2026-03-01T00:03:00Z');
    await service.checkIn(client.id);
    const event = { id: expect.any(Number), client_id: client.id, rrule: 'x', session_collection: true, ous: [] };
    const wire = {
      id: client.id,
      name: 'renamed',
      type: 'directory',
      domain_controller: '',
      version: '2.5.9',
      hostname: 'h',
      address: '192.0.2.1',
      username: 'svc',
      user_sid: 'S-1-5-21-1-500',
      last_checkin: { time: '2026-03-01T00:03:00.000Z', valid: true },
      event_count: 2,
      events: [expect.objectContaining(event), expect.objectContaining(event)],
      current_job_id: { int32: 0, valid: false },
      current_job: null,
      completed_job_count: 0,
      created_at: '2026-03-01T00:00:00.125Z',
      updated_at: '2026-03-01T00:01:00.000Z',
    };
    expect(await list()).toEqual({ count: 1, skip: 0, limit: 100, data: [wire] });
    expect(JSON.parse((await service.get(client.id)).text)).toEqual({ data: wire });
  });

  it('can be filtered and sorted', async () => {
    const { client: first } = await service.create({ ...draft, name: 'b' });
    await service.create({ name: 'a', type: 'cloud', domainController: '' });
    await service.checkIn(first.id, report);
    expect(await names()).toEqual(['a', 'b']);
    expect(await names(['sort_by', '-name'])).toEqual(['b', 'a']);
    expect(await names(['sort_by', 'last_checkin'])).toEqual(['b', 'a']);
    expect(await names(['type', 'cloud'])).toEqual(['a']);
    expect(await names(['last_checkin', 'eq:null'])).toEqual(['a']);
    expect(await names(['version', 'neq:2.5.9'])).toEqual(['a']);
    expect(await names(['hostname', 'h'], ['id', first.id])).toEqual(['b']);
  });

  it('get another token, and the previous one is refused', async () => {
    const { client, token } = await service.create(draft);
    const elsewhere = new CachedTokens(
      tokensRepository(),
      new TokenKeyCipher(new Secrets('a secret of more than 32 characters')),
      clock,
      { forgetAll() {} } as never,
    );
    await Promise.all([tokens.get(token.id), elsewhere.get(token.id)]);
    const next = await service.replaceToken(client.id);
    await expect(tokens.get(token.id)).rejects.toMatchObject({ status: 401 });
    expect((await tokens.get(next.id)).principal.id).toBe(client.id);
    now = new Date(now.getTime() + 5000);
    await expect(elsewhere.get(token.id)).rejects.toMatchObject({ status: 401 });
  });

  it('sign in their new name after a rename', async () => {
    const { client, token } = await service.create(draft);
    await service.update(client.id, { name: 'renamed', domainController: '' });
    tokens.forgetAll();
    expect((await tokens.get(token.id)).principal).toMatchObject({
      name: 'client:renamed',
      client: { name: 'renamed' },
    });
  });

  it('have one token after concurrent replacements', async () => {
    const { client } = await service.create(draft);
    const made = await Promise.all([1, 2, 3, 4].map(() => newService().replaceToken(client.id)));
    const usable = await Promise.allSettled(made.map(({ id }) => tokens.get(id)));
    expect(usable.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await count('api_token')).toBe(1);
  });

  it('are deleted with their events and their token, and then cancel their jobs', async () => {
    const { client, token } = await service.create(draft);
    await addEvents(client.id, 2);
    await tokens.get(token.id);
    const left: string[] = [];
    const deleting = newService(tokens, async (id, on) => {
      const rows = await sqlIn(on).query('SELECT id FROM event WHERE client_id = $1', [id]);
      left.push(`${id}: ${rows.length}`);
    });
    await deleting.delete(client.id);
    expect(left).toEqual([`${client.id}: 0`]);
    expect([await count('event'), await count('api_token')]).toEqual([0, 0]);
    await expect(tokens.get(token.id)).rejects.toMatchObject({ status: 401 });
  });

  it('are not deleted if the cancellation of their jobs fails', async () => {
    const { client, token } = await service.create(draft);
    const deleting = newService(tokens, () => Promise.reject(new Error('no')));
    await expect(deleting.delete(client.id)).rejects.toThrow('no');
    expect((await tokens.get(token.id)).principal.id).toBe(client.id);
  });

  it('that do not exist are not found', async () => {
    await expect(service.get(nobody)).rejects.toThrow(noClient);
    await expect(service.update(nobody, draft)).rejects.toThrow(noClient);
    await expect(service.delete(nobody)).rejects.toThrow(noClient);
    await expect(service.replaceToken(nobody)).rejects.toThrow(noClient);
    await expect(service.checkIn(nobody, report)).rejects.toThrow(UnauthenticatedError);
  });
});
