import { expect, it } from '@jest/globals';
import { Estate } from '../../demo/generator/estate.js';
import { textOf } from '../../demo/generator/payload.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { GraphKeeper } from '../../src/graph/memory/graph-keeper.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import { bufferSource } from '../../src/ingest/reading/payload-source.js';
import type { ExposureDto } from '../../src/modules/graphs/exposure.dto.js';
import type { PlanDto } from '../../src/modules/graphs/plan.dto.js';
import { testApp } from '../support/app.js';
import { withFixes } from './fixed-files.fixture.js';

/** FIXED_ESTATE=demo takes a larger one, and all stages. */
const preset = process.env['FIXED_ESTATE'] === 'demo' ? 'demo' : 'small';
const estate = new Estate({ seed: 'graphward', sizes: ESTATE_PRESETS[preset], now: new Date() });
const files = [...estate.directoryRun(), estate.codeHosting(), estate.cloudRun(0)].map((it) => ({
  name: it.name,
  text: textOf(it),
}));

/** Loads and analyses files into a service of their own, and closes it after some questions. */
async function withService<Result>(
  loaded: typeof files,
  run: (ask: <Data>(question: string) => Promise<Data>) => Promise<Result>,
): Promise<Result> {
  const service = await testApp();
  try {
    const sources = loaded.map(({ name, text }) => bufferSource(name, Buffer.from(text)));
    const { files: read } = await service.app.get(IngestService).ingest(sources);
    expect(read.flatMap(({ faults }) => faults)).toEqual([]);
    const { version } = await service.app.get(AnalysisService).run();
    await service.app.get(GraphKeeper).withGraph(version, () => Promise.resolve());
    return await run(async <Data>(question: string) => {
      const answer = await service.as('read_only', 'bearer', 'GET', `/api/v2/graphs/${question}`);
      return ((await answer.json()) as { data: Data }).data;
    });
  } finally {
    await service.close();
  }
}

it('a plan leaves as many accounts as it says if the files of the next collection have its fixes', async () => {
  const plans = await withService(files, async (ask) => {
    const { stages } = await ask<PlanDto>('plan?ways=0');
    const corners = stages.map(({ remaining }) => remaining).slice(1);
    expect(corners.at(-1)).toBe(0);
    const asked = preset === 'demo' ? corners : [corners[Math.floor(corners.length / 2)], 0];
    const made: PlanDto[] = [];
    for (const until of asked) made.push(await ask<PlanDto>(`plan?ways=0&until=${until}`));
    return made;
  });
  const left: number[] = [];
  for (const { steps } of plans) {
    const fixed = files.map(({ name, text }) => ({ name, text: withFixes(text, steps) }));
    left.push((await withService(fixed, (ask) => ask<ExposureDto>('exposure?end_tag=tier_zero'))).reaching);
  }
  expect(left).toEqual(plans.map(({ remaining }) => remaining));
});
