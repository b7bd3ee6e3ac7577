import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { Database } from '../../src/database/database.js';
import { currentVersion } from '../../src/graph/store/graph-version.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import { TaskQueue } from '../../src/queue/task-queue.js';
import { Timings } from '../measure.js';

const everyMs = 2000;
const pollMs = 10;

export interface Followed {
  /** From the commit of a change until an answer shows it. */
  readonly graph: Timings;
  /** Seconds that a task of the queue, such as the schedule, waited at most. */
  readonly lateSeconds: number;
}

/** Changes the graph again and again, and measures when the service shows it, and whether the tasks of its queue run. */
export class FollowedChanges {
  private turn = 0;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly folder: string,
  ) {}

  /** @param path of a question */
  async during(seconds: number, path: string, headers: Readonly<Record<string, string>>): Promise<Followed> {
    const graph = new Timings();
    let lateSeconds = 0;
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      const version = await this.change();
      await graph.measure(() => untilShown(path, headers, version));
      lateSeconds = Math.max(lateSeconds, (await this.app.get(TaskQueue).state()).lateSeconds);
      await sleep(everyMs);
    }
    return { graph, lateSeconds };
  }

  /** @returns the version of the graph with the change */
  private async change(): Promise<number> {
    const nodes = [{ id: 'BENCH', kinds: ['Thing'], properties: { name: 'BENCH', turn: ++this.turn } }];
    const path = join(this.folder, 'change.json');
    await writeFile(path, JSON.stringify({ graph: { nodes, edges: [] } }));
    await this.app.get(IngestService).ingestFiles([path]);
    return currentVersion(this.app.get(Database));
  }
}

async function untilShown(path: string, headers: Readonly<Record<string, string>>, version: number): Promise<void> {
  for (;;) {
    const response = await fetch(path, { headers });
    await response.arrayBuffer();
    if (Number(response.headers.get('graph-version')) >= version) return;
    await sleep(pollMs);
  }
}
