import type { INestApplicationContext } from '@nestjs/common';
import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { AnalysisRuns } from '../../src/analysis/runs/analysis-runs.js';
import { Clock } from '../../src/base/clock.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import { bufferSource } from '../../src/ingest/reading/payload-source.js';
import type { Estate } from '../generator/estate.js';
import { type Payload, textOf } from '../generator/payload.js';

/** Tells whoever waits what goes on. */
export type Say = (line: string) => void;

/** The collected files, through ingest and analysis; the cloud tenant as each of its runs found it, at the time of the run. */
export async function loadGraph(app: INestApplicationContext, estate: Estate, say: Say): Promise<void> {
  const ingest = app.get(IngestService);
  const analyse = async (now: Date) => {
    const startedAt = app.get(Clock).now();
    const report = await app.get(AnalysisService).run({ now });
    await app.get(AnalysisRuns).record('demo estate', startedAt, report);
  };
  const read = async (payloads: readonly Payload[]) => {
    const report = await ingest.ingest(payloads.map((it) => bufferSource(it.name, Buffer.from(textOf(it)))));
    const fault = report.files.flatMap(({ path, faults }) => faults.map(({ reason }) => `${path}: ${reason}`))[0];
    if (fault) throw new Error(`the demo estate has a fault: ${fault}`);
  };
  say(`reading the directory ${estate.plan.domain.name} and its code hosting`);
  await read(estate.directoryRun());
  await read([estate.codeHosting()]);
  for (let run = 0; run < estate.cloudRuns; run++) {
    const now = estate.cloudRunTime(run);
    say(`reading the cloud tenant as of ${now.toISOString().slice(0, 10)}, and analysing`);
    await read([estate.cloudRun(run)]);
    await analyse(now);
  }
}
