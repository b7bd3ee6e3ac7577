import type { SqlRunner } from '../../database/database.js';
import { forgetRecords } from '../store/list-changes.js';

/** Records that may say something else than the graph holds after a batch. */
export class RecordsToForget {
  /** Nodes whose lists hold other edges. All of their records are forgotten. */
  readonly owners = new Set<number>();
  private readonly records = new Set<number>();

  owner(id: number): void {
    this.owners.add(id);
  }

  record(id: number | null): void {
    if (id !== null) this.records.add(id);
  }

  has(record: number): boolean {
    return this.records.has(record);
  }

  async write(tx: SqlRunner): Promise<void> {
    await forgetRecords(tx, [...this.owners], [...this.records]);
  }
}
