import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnalysisInstance, TestAnalysisTask } from './analysis-task.fixture.js';
import { MissedFigures } from './missed-figures.js';

describe('MissedFigures', () => {
  let analysis: TestAnalysisTask;
  let instance: AnalysisInstance;
  let missed: MissedFigures;

  beforeAll(async () => {
    analysis = await TestAnalysisTask.start();
    await analysis.reset();
    instance = analysis.instance();
    missed = new MissedFigures(instance.runs, analysis.test.database);
  });
  afterAll(() => analysis.drop());

  const limit = (name: string, environment: string) =>
    analysis.test.database.query(
      `INSERT INTO account (id, name, role, password_hash, environments) VALUES (gen_random_uuid(), $1, 'user', 'x', ARRAY[$2])`,
      [name, environment],
    );
  const sights = async () => {
    const rows = await analysis.test.database.query<{ sight: string }>(
      'SELECT DISTINCT sight FROM sight_figure WHERE run_id = $1',
      [(await instance.runs.lastComplete())!.id],
    );
    return rows.length;
  };

  it('requests the analysis once after a run without figures of an account, and no other after one that has them', async () => {
    await limit('ada', 'S-1');
    await missed.request();
    expect(await instance.runs.waiting()).toBeNull();
    await instance.runs.request('bob');
    await instance.run();
    await missed.request();
    expect([await instance.runs.waiting(), await sights()]).toEqual([null, 1]);
    await limit('eve', 'S-2');
    await missed.request();
    expect(await instance.runs.waiting()).toMatchObject({ requestedBy: 'limited accounts' });
    await instance.run();
    await missed.request();
    expect([await instance.runs.waiting(), await sights()]).toEqual([null, 2]);
  });

  it('does not request a run again that fails', async () => {
    await limit('kim', 'S-3');
    await missed.request();
    const { id } = (await instance.runs.waiting())!;
    await instance.runs.claimNext();
    for (let time = 0; time < 3; time++) await instance.runs.fail(id, 'it does not fit');
    await missed.request();
    expect(await instance.runs.waiting()).toBeNull();
  });
});
