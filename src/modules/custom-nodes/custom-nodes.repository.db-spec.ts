import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { noAuditNote } from '../../auth/audit/audit.fixture.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { ConflictError } from '../../base/errors.js';
import { CustomNodeEntity } from './custom-node.entity.js';
import type { CustomNodeDraft } from './custom-nodes.request.dto.js';
import { CustomNodesRepository } from './custom-nodes.repository.js';
import type { CustomNodeListRequest } from './custom-nodes.fields.js';

const icon = { type: 'font-awesome', name: 'server', color: '#3366FF' };
const everything: CustomNodeListRequest = {
  filters: [],
  order: [{ column: 'kindName', descending: false }],
  skip: 0,
  limit: 100,
  flags: {},
};

function drafts(...kindNames: readonly string[]): CustomNodeDraft[] {
  return kindNames.map((kindName) => ({ kindName, icon }));
}

describe('CustomNodesRepository', () => {
  let test: TestDatabase;
  let repository: CustomNodesRepository;

  beforeAll(async () => {
    test = await testDatabase();
    repository = new CustomNodesRepository(test.dataSource.getRepository(CustomNodeEntity), test.database);
  });
  afterAll(() => test.drop());
  beforeEach(() => test.database.query('TRUNCATE custom_node RESTART IDENTITY'));

  async function list(request: Partial<CustomNodeListRequest> = {}): Promise<unknown> {
    return JSON.parse((await repository.listPage({ ...everything, ...request })).text);
  }

  it('inserts nodes in the given order, with any names', async () => {
    const kinds = ['Zebra', '__proto__', 'constructor', 'Ant', 'ant'];
    const nodes = await repository.insertAll(drafts(...kinds), noAuditNote);
    expect(nodes).toEqual(kinds.map((kindName, index) => ({ id: index + 1, kindName, icon })));
    expect(await repository.findByKindName('__proto__')).toEqual({ id: 2, kindName: '__proto__', icon });
  });

  it('inserts all nodes or none and reports each taken kind in the order of the request', async () => {
    await repository.insertAll(drafts('A', 'B'), noAuditNote);
    const attempt = repository.insertAll(drafts('New', 'B', 'A'), noAuditNote);
    await expect(attempt).rejects.toMatchObject({
      faults: [
        {
          code: 'resource.name_taken',
          context: 'body.custom_types.B',
          message: 'the kind B has a custom node already',
        },
        {
          code: 'resource.name_taken',
          context: 'body.custom_types.A',
          message: 'the kind A has a custom node already',
        },
      ],
    });
    expect(await repository.findByKindName('New')).toBeNull();
  });

  it('inserts each kind once for concurrent requests in different orders', async () => {
    const kinds = Array.from({ length: 50 }, (_, i) => `K${i}`);
    const attempts = Array.from({ length: 8 }, (_, i) =>
      repository.insertAll(drafts(...(i % 2 ? kinds : kinds.toReversed())), noAuditNote),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(reasons.filter((reason) => reason instanceof ConflictError)).toHaveLength(7);
  });

  it('filters, sorts and pages the list and counts all nodes', async () => {
    await repository.insertAll(drafts('Beta', 'Alpha', 'Gamma', 'beta_2'), noAuditNote);
    expect(await list({ filters: [{ column: 'kindName', predicate: '~eq', value: 'BETA' }] })).toEqual({
      count: 2,
      skip: 0,
      limit: 100,
      data: [
        { id: 1, kindName: 'Beta', config: { icon } },
        { id: 4, kindName: 'beta_2', config: { icon } },
      ],
    });
    expect(await list({ order: [{ column: 'id', descending: true }], skip: 1, limit: 1 })).toMatchObject({
      count: 4,
      data: [{ kindName: 'Gamma' }],
    });
    expect(await list({ limit: 0 })).toEqual({ count: 4, skip: 0, limit: 0, data: [] });
    expect(await list({ skip: 9_007_199_254_740_991 })).toMatchObject({ count: 4, data: [] });
  });

  it('changes the icon of a node and deletes it, and returns false for an unknown kind', async () => {
    await repository.insertAll(drafts('A'), noAuditNote);
    const bug = { type: 'own-set', name: 'bug', color: '#FF0000' };
    expect(await repository.updateIcon('A', bug, noAuditNote)).toBe(true);
    expect(await repository.findByKindName('A')).toEqual({ id: 1, kindName: 'A', icon: bug });
    expect(await repository.updateIcon('a', bug, noAuditNote)).toBe(false);
    expect(await repository.delete('A', noAuditNote)).toBe(true);
    expect(await repository.delete('A', noAuditNote)).toBe(false);
  });
});
