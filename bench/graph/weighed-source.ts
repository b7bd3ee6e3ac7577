import { SnapshotSource } from '../../src/graph/snapshot/snapshot-source.js';
import type { SnapshotResult, SnapshotTask } from '../../src/graph/snapshot/snapshot-task.js';

/** Knows how large the last was that it read. */
export class WeighedSource extends SnapshotSource {
  bytes = 0;

  override async read<T extends SnapshotTask>(task: T): Promise<SnapshotResult<T>> {
    const result = await super.read(task);
    this.bytes = bytesOf(result);
    return result;
  }
}

function bytesOf(value: unknown): number {
  if (value instanceof Int32Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part), 0);
}
