import type { SqlRunner, SqlValue } from '../../database/database.js';

/** How many ids at most come in one row. */
const blockSize = 10_000;

/** Ids of nodes, a bit each. */
export class IdSet {
  private constructor(private readonly bits: Uint8Array) {}

  /** @param ids SQL: a query of one column `id` */
  static async read(tx: SqlRunner, ids: string, values: readonly SqlValue[] = []): Promise<IdSet> {
    const blocks = await tx.query<{ block: number; ids: readonly number[] }>(
      `SELECT id / ${blockSize} AS block, array_agg(id) AS ids FROM (${ids}) it GROUP BY id / ${blockSize}`,
      values,
    );
    const last = blocks.reduce((most, { block }) => Math.max(most, block), -1);
    const bits = new Uint8Array(Math.ceil(((last + 1) * blockSize) / 8));
    for (const { ids: some } of blocks) for (const id of some) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7));
    return new IdSet(bits);
  }

  has(id: number): boolean {
    return ((this.bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [place, bits] of this.bits.entries())
      for (let bit = 0; bits >> bit > 0; bit++) if ((bits >> bit) & 1) yield place * 8 + bit;
  }
}
