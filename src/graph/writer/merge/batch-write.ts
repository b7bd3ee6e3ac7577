import type { SqlConnection } from '../../../database/database.js';
import type { ChangeLog } from '../../store/change-log.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import type { StoredKinds } from '../batch/stored-kinds.js';
import type { MergedNode } from './merged-node.js';
import type { NodeCache } from './node-cache.js';
import type { PayloadState } from './payload-state.js';

/** A batch that is written, with all that is known of its objects. */
export interface BatchWrite {
  readonly tx: SqlConnection;
  readonly batch: GraphBatch;
  readonly payload: PayloadState;
  readonly cache: NodeCache;
  /** `2026-03-01`, UTC */
  readonly day: string;
  readonly kindOf: StoredKinds;
  readonly nodes: readonly MergedNode[];
  readonly log: ChangeLog;
  /** Records of former batches whose digests are cleared. */
  readonly cleared: Set<number>;
}
