import type { SqlConnection } from '../../database/database.js';
import type { ChangeLog } from './change-log.js';
import { CopyBuffer } from './copy-buffer.js';
import { entriesThatDiffer } from './list-entries.js';
import type { ListRow } from './list-row.js';
import { storedJson } from './stored-json.js';

const table = 'edge_list (owner, list, origin, peers, kinds, flags, days, details, record)';

const remove = `
  DELETE FROM edge_list l USING unnest($1::int[], $2::smallint[], $3::smallint[]) s(owner, list, origin)
  WHERE (l.owner, l.list, l.origin) = (s.owner, s.list, s.origin)`;

/** Rows of lists that a transaction writes. */
export class ListChanges {
  /** Entries of lists. */
  readonly counts = { created: 0, changed: 0, removed: 0 };
  /** Nodes whose lists hold other edges. */
  readonly owners = new Set<number>();
  private readonly rows = new CopyBuffer(table, 9);
  private readonly replaced: { readonly owner: number; readonly row: ListRow }[] = [];

  constructor(private readonly log: ChangeLog) {}

  /** Puts a row in the place of a stored one, or adds it if there is none. A row without peers only removes the stored one. */
  put(owner: number, row: ListRow, former: ListRow | null): void {
    const { list, origin, peers, kinds, flags, days, details, record } = row;
    this.log.list(owner, former, row);
    if (former) {
      this.replaced.push({ owner, row });
      entriesThatDiffer(former, row, (change) => {
        this.counts[change]++;
        this.owners.add(owner);
      });
    } else {
      this.counts.created += peers.length;
      this.owners.add(owner);
    }
    if (peers.length === 0) return;
    const json = details && storedJson(JSON.stringify(details));
    this.rows.row().int(owner).smallint(list).smallint(origin).ints(peers);
    this.rows.smallints(kinds).smallints(flags).smallints(days).jsonb(json).int(record);
  }

  async write(tx: SqlConnection): Promise<void> {
    const { replaced, rows } = this;
    if (replaced.length > 0)
      await tx.query(remove, [
        replaced.map(({ owner }) => owner),
        replaced.map(({ row }) => row.list),
        replaced.map(({ row }) => row.origin),
      ]);
    await rows.write(tx.client);
  }
}
