import { Clock } from '../../base/clock.js';
import { Database } from '../../database/database.js';
import { KindNames } from '../store/kind-names.js';
import type { KindQuota } from './batch/stored-kinds.js';
import { NodeCache } from './merge/node-cache.js';
import { PayloadWriter } from './payload-writer.js';

export interface PayloadOptions {
  /** `2026-03-01`, UTC: when a source stated the payload; absent: today. */
  readonly day?: string;
  /** Null or absent: only the graph has a limit. */
  readonly quota?: KindQuota | null;
}

/** Writes payloads into the graph: docs/adr/0035-edge-lists.md. */
export class GraphWriter {
  constructor(
    private readonly database: Database,
    private readonly kindNames: KindNames,
    private readonly clock: Clock,
    private readonly cache = new NodeCache(),
  ) {}

  payload({ day = this.clock.now().toISOString().slice(0, 10), quota = null }: PayloadOptions = {}): PayloadWriter {
    return new PayloadWriter(this.database, this.kindNames, day, quota, this.cache);
  }
}
