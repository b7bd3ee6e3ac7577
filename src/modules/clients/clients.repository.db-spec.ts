import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { NotFoundError } from '../../common/errors.js';
import { ClientsRepository } from './clients.repository.js';
import { ClientsService } from './clients.service.js';

const now = new Date('2026-03-01T00:00:00.125Z');

describe('clients in the database', () => {
  let test: TestDatabase;
  let service: ClientsService;

  beforeAll(async () => {
    test = await testDatabase();
    const repository = new ClientsRepository(test.dataSource);
    service = new ClientsService(repository, { now: () => now });
  });
  afterAll(() => test.drop());

  it('are created without a check-in, each with an id of its own', async () => {
    const draft = { name: 'dc-collector', type: 'directory', domainController: 'DC1' } as const;
    const client = await service.create(draft);
    expect(client).toEqual({
      ...draft,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      version: null,
      hostname: null,
      lastCheckin: null,
      createdAt: now,
      updatedAt: now,
    });
    expect(await service.get(client.id)).toMatchObject(client);
    expect((await service.create(draft)).id).not.toBe(client.id);
  });

  it('that do not exist are not found', async () => {
    const id = '99999999-9999-4999-8999-999999999999';
    await expect(service.get(id)).rejects.toThrow(new NotFoundError('path.client_id', `there is no client ${id}`));
  });
});
