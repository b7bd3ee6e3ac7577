import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { type AnalysisInstance, TestAnalysisTask } from './analysis-task.fixture.js';
import { MissedAnalysis } from './missed-analysis.js';

describe('MissedAnalysis', () => {
  let analysis: TestAnalysisTask;
  let instance: AnalysisInstance;
  let missed: MissedAnalysis;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    analysis = await TestAnalysisTask.start();
  });
  afterAll(() => analysis.drop());
  beforeEach(async () => {
    await analysis.reset();
    instance = analysis.instance();
    missed = new MissedAnalysis(instance.runs);
  });

  const write = (name: string) =>
    writeGraph(analysis.test.database, [described(name, ['User', 'Base']), edge(name, 'MemberOf', 'G')]);

  it('requests the analysis of a graph that nobody analysed, once it does not change any more', async () => {
    await missed.request();
    expect(await instance.runs.waiting()).toBeNull();
    await write('LATER');
    await missed.request();
    expect(await instance.runs.waiting()).toBeNull();
    await missed.request();
    expect(await instance.runs.waiting()).toMatchObject({ requestedBy: 'missed analysis' });
  });

  it('does not request a run again that failed for good, until the graph changes', async () => {
    await write('FIRST');
    const id = await instance.runs.request('ada');
    await instance.runs.claimNext();
    for (let time = 0; time < 3; time++) await instance.runs.fail(id, 'it does not fit');
    await missed.request();
    await missed.request();
    expect(await instance.runs.waiting()).toBeNull();
    await write('LATER');
    await missed.request();
    await missed.request();
    expect(await instance.runs.waiting()).toMatchObject({ requestedBy: 'missed analysis' });
  });

  it('requests nothing after an analysis, or while one is requested', async () => {
    const id = await instance.runs.request('ada');
    await missed.request();
    await missed.request();
    expect(await instance.runs.waiting()).toMatchObject({ id, requestedBy: 'ada' });
    await instance.run();
    await missed.request();
    await missed.request();
    expect(await instance.runs.waiting()).toBeNull();
    await write('NEW');
    await missed.request();
    await missed.request();
    expect(await instance.runs.waiting()).toMatchObject({ requestedBy: 'missed analysis' });
  });
});
