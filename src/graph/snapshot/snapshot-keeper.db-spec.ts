import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemClock } from '../../base/clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { edge, producing } from '../graph-records.fixture.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { GraphLoader } from '../loader/graph-loader.js';
import { SnapshotKeeper } from './snapshot-keeper.js';
import { SnapshotSource } from './snapshot-source.js';

/** A share of them may change before the graph is read anew, which is no whole number for so many. */
const edges = 100_150;
const groups = 320;

const manyGroups = `
  INSERT INTO node (objectid, kind, kinds, name, described, last_seen)
  SELECT 'G' || g, ${Kind.Group}, '{${Kind.Group},${Kind.Base}}', 'G' || g, true, now() FROM generate_series(1, ${groups}) g`;

const manyMemberships = `
  INSERT INTO edge (source, kind, target, flags)
  SELECT a.id, ${Kind.MemberOf}, b.id, 1 FROM node a, node b ORDER BY 1, 3 LIMIT ${edges}`;

describe('SnapshotKeeper', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
    await test.database.query(manyGroups);
    await test.database.query(manyMemberships);
    await test.database.query('UPDATE graph_state SET edges = $1', [edges]);
  });

  afterAll(() => test.drop());

  it('follows the changes of a graph of any size', async () => {
    const keeper = new SnapshotKeeper(test.database, new SnapshotSource(test.database));
    await keeper.refresh();
    const read = keeper.newest();
    await new GraphLoader(test.database, new SystemClock()).load(producing(edge('U', 'MemberOf', 'G1')));
    await keeper.refresh();
    expect(keeper.newest() === read).toBe(true);
    expect([read?.edges, read?.changes]).toEqual([edges, 1]);
    keeper.onModuleDestroy();
  });
});
