import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Visibility } from '../../base/scope/visibility.js';
import { edge } from '../../graph/graph-records.fixture.js';
import { ad, local, TestAnalysis } from '../analysis.fixture.js';
import { hasFigures } from './sights.js';

const firstRun = '6f1c2a34-0000-4000-8000-000000000001';
const secondRun = '6f1c2a34-0000-4000-8000-000000000002';

const far = (objectid: string, kind: string) => ad(objectid, kind, { domainsid: 'S-2' });

/**
 * ADA of S-1 controls an administrative group of S-1, which controls one of S-2. BO of S-1 and EVE of S-2 control ADA, both by a group of
 * S-2. KIM of S-2 controls the group of S-1, too.
 */
const estate = [
  local('S-1', 'Domain', { collected: true }),
  local('S-1-512', 'Group'),
  local('ADA', 'User', { enabled: true }),
  local('BO', 'User', { enabled: true }),
  far('S-2', 'Domain'),
  far('S-2-512', 'Group'),
  far('FAR', 'Group'),
  far('EVE', 'User'),
  far('KIM', 'User'),
  edge('ADA', 'GenericAll', 'S-1-512'),
  edge('KIM', 'GenericAll', 'S-1-512'),
  edge('S-1-512', 'GenericAll', 'S-2-512'),
  edge('BO', 'MemberOf', 'FAR'),
  edge('EVE', 'MemberOf', 'FAR'),
  edge('FAR', 'ForceChangePassword', 'ADA'),
];

const ofBoth = new Visibility(['S-1', 'S-2'], false);
const ofOne = new Visibility(['S-1'], false);

describe('figures of what accounts see', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(async () => {
    await analysis.clear();
    await analysis.test.database.query('DELETE FROM sight_figure; DELETE FROM account');
    await analysis.load(...estate);
  });
  afterAll(() => analysis.test.drop());

  const limit = (name: string, { environments }: Visibility) =>
    analysis.test.database.query(
      `INSERT INTO account (id, name, role, password_hash, environments) VALUES (gen_random_uuid(), $1, 'user', 'x', $2)`,
      [name, environments],
    );

  const analyse = (runId: string) => analysis.service.run({ runId, now: new Date('2026-01-02T03:04:05Z') });

  /** `source target`, exposure, impact, accounts that are freed. */
  async function findingsOf({ digest }: Visibility): Promise<unknown[][]> {
    const rows = await analysis.test.database.query<{ row: unknown[] }>(
      `SELECT jsonb_build_array(f.source || ' ' || f.target, s.exposure_count, s.impact_count, s.freed) AS row
       FROM sight_finding s JOIN finding f ON f.id = s.finding_id WHERE s.sight = $1 ORDER BY f.source, f.target`,
      [digest],
    );
    return rows.map(({ row }) => row);
  }

  async function rowsOf({ digest }: Visibility, relation: string, runId = firstRun): Promise<unknown[]> {
    const rows = await analysis.test.database.query<{ row: unknown }>(
      'SELECT row FROM sight_figure WHERE sight = $1 AND relation = $2 AND run_id = $3 ORDER BY id',
      [digest, relation, runId],
    );
    return rows.map(({ row }) => row);
  }

  it('are findings of which it sees both ends, with the accounts and objects that it sees, over all ways', async () => {
    await limit('one', ofOne);
    await limit('both', ofBoth);
    await analyse(firstRun);
    expect(await findingsOf(ofOne)).toEqual([['ADA S-1-512', 2, 1, 2]]);
    expect(await findingsOf(ofBoth)).toEqual([
      ['ADA S-1-512', 3, 2, 3],
      ['KIM S-1-512', 1, 2, 1],
    ]);
  });

  it('are counts of findings, posture and data quality of its environments alone', async () => {
    await limit('one', ofOne);
    await analyse(firstRun);
    expect(await rowsOf(ofOne, 'finding_count')).toMatchObject([
      { environment: 'S-1', finding: 'T0GenericAll', finding_count: 1, exposure_count: 2, impact_count: 1, added: 1 },
    ]);
    expect(await rowsOf(ofOne, 'posture_stat')).toMatchObject([{ domain_sid: 'S-1', tier_zero_count: 2 }]);
    expect(await rowsOf(ofOne, 'data_quality_domain')).toMatchObject([
      { domainsid: 'S-1', users: 2, groups: 1, acls: 1, relationships: 1 },
    ]);
    expect(await hasFigures(analysis.test.database, firstRun, [ofOne])).toBe(true);
    expect(await hasFigures(analysis.test.database, firstRun, [ofOne, ofBoth])).toBe(false);
  });

  it('stay of findings that are resolved, and are deleted if no account sees that set any more', async () => {
    await limit('one', ofOne);
    await limit('both', ofBoth);
    await analyse(firstRun);
    await analysis.removeEdges('GenericAll');
    await analysis.test.database.query(`DELETE FROM account WHERE name = 'both'`);
    await analyse(secondRun);
    expect(await findingsOf(ofOne)).toEqual([['ADA S-1-512', 2, 1, 2]]);
    expect(await rowsOf(ofOne, 'finding_count', secondRun)).toMatchObject([{ finding_count: 0, archived: 1 }]);
    expect([await findingsOf(ofBoth), await rowsOf(ofBoth, 'finding_count')]).toEqual([[], []]);
  });

  it('are those of the run before if the graph has not changed, without its changes', async () => {
    await limit('one', ofOne);
    await analyse(firstRun);
    const [counts] = await rowsOf(ofOne, 'finding_count');
    await analyse(secondRun);
    expect(await rowsOf(ofOne, 'finding_count', secondRun)).toEqual([Object.assign({}, counts, { added: 0 })]);
    expect(await findingsOf(ofOne)).toEqual([['ADA S-1-512', 2, 1, 2]]);
  });
});
