import type { SqlRunner } from '../../database/database.js';

const clear = `
  UPDATE collector_record SET digest = NULL
  WHERE digest IS NOT NULL AND (owner = ANY ($1::int[]) OR id = ANY ($2::int[]))`;

/**
 * Records whose digests are cleared, because the graph may no longer contain their statements. So they are read when they come again
 * (docs/adr/0035-edge-lists.md).
 */
export class ClearedDigests {
  /** Nodes whose lists hold other edges. The digests of all of their records are cleared. */
  readonly owners = new Set<number>();
  private readonly records = new Set<number>();

  addOwner(id: number): void {
    this.owners.add(id);
  }

  addRecord(id: number | null): void {
    if (id !== null) this.records.add(id);
  }

  hasRecord(record: number): boolean {
    return this.records.has(record);
  }

  async write(tx: SqlRunner): Promise<void> {
    if (this.owners.size + this.records.size > 0) await tx.query(clear, [[...this.owners], [...this.records]]);
  }
}
