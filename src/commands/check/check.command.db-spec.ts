import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { run } from '../database/db.command.fixture.js';
import type { Finding } from '../output/findings.js';
import { smallEstate } from '../questions/questions.fixture.js';

/** Each breaks one rule. Ids of nodes are from 1 in the order of the estate. */
const damages: Readonly<Record<string, string>> = {
  sequences: `INSERT INTO custom_node OVERRIDING SYSTEM VALUE VALUES (7, 'Printer', 'x', 'y', 'z')`,
  indexes: `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'audit_log_at'::regclass`,
  constraints: `ALTER TABLE account ADD CONSTRAINT account_short CHECK (length(name) < 9) NOT VALID`,
  'lists: arrays': `INSERT INTO edge_list (owner, list, origin, peers, kinds, flags) VALUES
    (1, 200, 2, '{2,3}', NULL, '{0}'), (1, 201, 2, '{}', NULL, NULL)`,
  'lists: order': `INSERT INTO edge_list (owner, list, origin, peers, kinds)
    VALUES (1, 202, 2, '{3,2}', NULL), (2, 0, 2, '{3,3}', '{108,107}'), (3, 0, 2, '{3,3}', '{107,108}'), (1, 203, 2, '{2,2}', NULL)`,
  'lists: owners': `INSERT INTO edge_list (owner, list, origin, peers) VALUES (999, 200, 2, '{1}')`,
  'lists: peers': `INSERT INTO edge_list (owner, list, origin, peers) VALUES (1, 205, 2, '{1,999999}')`,
  'lists: kinds': `INSERT INTO edge_list (owner, list, origin, peers) VALUES (1, 29999, 2, '{2}'), (1, 0, 2, '{2}')`,
  'lists: origins': `INSERT INTO edge_list (owner, list, origin, peers, days) VALUES (1, 206, 4, '{2}', NULL), (1, 207, 0, '{2}', '{9}')`,
  'lists: details': `INSERT INTO edge_list (owner, list, origin, peers, details) VALUES (1, 208, 2, '{2}', '{"1": {}}')`,
  'nodes: kinds': `UPDATE node SET kinds = '{29999}' WHERE id = 1`,
  kinds: `UPDATE kind SET name = 'Renamed' WHERE id = 248`,
  'records: owners': `INSERT INTO collector_record (owner, type, seen, renewable, counts) VALUES (998, 'users', now(), true, '{}')`,
  versions: `INSERT INTO graph_change VALUES (77, NULL, NULL)`,
  'selected nodes': `INSERT INTO selected_node VALUES (1, 997, 1)`,
  'uploads: tasks': `INSERT INTO upload (account_name, status, started_at, last_activity_at, ended_at, finished_at)
      VALUES ('alice', 'complete', now(), now(), now(), now());
    INSERT INTO upload_file (upload_id, name, media, spool_key, size, sha256, status, received_at)
      VALUES (1, 'a.json', 'json', 'key', 1, '', 'queued', now())`,
  'asset groups: system': `UPDATE asset_group SET system_group = false WHERE id = 2`,
  'asset groups: tiers': `UPDATE asset_group SET position = 4 WHERE id = 1`,
};

const places: Readonly<Record<string, readonly string[]>> = {
  sequences: ['public.custom_node: the highest id is 7, the last number of the sequence 1'],
  indexes: ['audit_log_at'],
  constraints: ['account account_short'],
  'lists: arrays': ['list 200 of owner 1, origin 2', 'list 201 of owner 1, origin 2'],
  'lists: order': ['list 202 of owner 1, origin 2', 'list 0 of owner 2, origin 2', 'list 203 of owner 1, origin 2'],
  'lists: owners': ['list 200 of owner 999, origin 2'],
  'lists: peers': ['list 205 of owner 1, origin 2: 999999'],
  'lists: kinds': ['list 29999 of owner 1, origin 2', 'list 0 of owner 1, origin 2'],
  'lists: origins': ['list 206 of owner 1, origin 4', 'list 207 of owner 1, origin 0'],
  'lists: details': ['list 208 of owner 1, origin 2'],
  'nodes: kinds': ['node 1 (S-1-5-21-1-2-3)'],
  kinds: ['kind 248: AZMGServicePrincipalEndpoint_ReadWrite_All'],
  'records: owners': ['record 2 (users) of node 998'],
  versions: ['version 1, changes 1 to 77'],
  'selected nodes': ['node 997'],
  'uploads: tasks': ['1 files, 0 tasks'],
  'uploads: files': ['file 1 of upload 1 (complete)'],
  'asset groups: system': ['asset group 2: owned'],
  'asset groups: tiers': ['asset group 1 (admin_tier_0): position 4'],
};

describe('db check', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
    await writeGraph(test.database, smallEstate);
  });
  afterAll(() => test.drop());

  it('finds nothing in sound data', async () => {
    const { code, out, err } = await run(test.url, 'db', 'check');

    expect([code, err]).toEqual([0, []]);
    expect(out.split('\n').slice(0, 5)).toEqual([
      'ok    sequences             the next id of each table is free',
      'ok    indexes               each index is valid',
      'ok    constraints           each constraint has been validated',
      'ok    lists: arrays         the arrays of a list are as long as its peers, which are not empty',
      'ok    lists: order          the peers of a list are sorted, and each occurs once, or once for each kind',
    ]);
    expect(out).not.toContain('fail');
  });

  it('reports the places of each fault, and changes nothing', async () => {
    for (const sql of Object.values(damages)) await test.database.query(sql);
    const before = await test.database.query('SELECT sum(xmin::text::bigint) AS all FROM edge_list');
    const { code, out, err } = await run(test.url, 'db', 'check', '--json');

    const findings: Finding[] = JSON.parse(out);
    expect(code).toBe(1);
    expect(err).toEqual([
      '20 checks: 19 failed. If no backup from before is at hand, delete the graph and collect it again.',
    ]);
    const failed = findings.filter(({ state }) => state === 'fail');
    expect(Object.fromEntries(failed.map((it) => [it.name, it.places]))).toEqual(places);
    expect(failed.every((it) => it.count === it.places?.length)).toBe(true);
    expect(await test.database.query('SELECT sum(xmin::text::bigint) AS all FROM edge_list')).toEqual(before);
  });

  it('counts all places, but lists 20', async () => {
    await test.database.query(`INSERT INTO selected_node SELECT 1, id, 1 FROM generate_series(2001, 2040) id`);
    const { out } = await run(test.url, 'db', 'check');

    const lines = out.split('\n').map((line) => line.trim());
    expect(lines).toContain('- node 2019');
    expect(lines).not.toContain('- node 2020');
    expect(lines).toContain('- and 21 more');
  });

  it('reports a table that cannot be read, and goes on', async () => {
    await test.database.query('ALTER TABLE selected_node RENAME TO other_name');
    const findings: Finding[] = JSON.parse((await run(test.url, 'db', 'check', '--json')).out);

    expect(findings.find(({ name }) => name === 'selected nodes')).toEqual({
      name: 'selected nodes',
      state: 'fail',
      message: 'cannot be checked: relation "selected_node" does not exist',
    });
    expect(findings.at(-1)).toMatchObject({ name: 'asset groups: tiers', places: places['asset groups: tiers'] });
  });

  it('needs the tables of this program', async () => {
    await test.database.query(
      `UPDATE migration SET name = 'CreateFuture9999999999999' WHERE id = (SELECT max(id) FROM migration)`,
    );

    expect(await run(test.url, 'db', 'check')).toEqual({
      code: 3,
      out: '',
      err: [expect.stringContaining('A newer Graphward migrated the database')],
    });
  });
});
