import type { SqlConnection } from '../../database/database.js';
import { CopyRows } from './copy-rows.js';
import type { ListRow } from './list-row.js';
import { storedJson } from './stored-json.js';

const columns = 'owner, list, origin, peers, kinds, flags, days, details, record';

const update = `
  UPDATE edge_list l
  SET peers = c.peers, kinds = c.kinds, flags = c.flags, days = c.days, details = c.details, record = c.record
  FROM changed_list c WHERE (l.owner, l.list, l.origin) = (c.owner, c.list, c.origin)`;

const remove = `
  DELETE FROM edge_list l USING unnest($1::int[], $2::smallint[], $3::smallint[]) s(owner, list, origin)
  WHERE (l.owner, l.list, l.origin) = (s.owner, s.list, s.origin)`;

/** Rows of lists that a transaction inserts, updates and deletes. */
export class ListChanges {
  private readonly inserted = new CopyRows(`edge_list (${columns})`);
  private readonly updated = new CopyRows(`changed_list (${columns})`);
  private readonly removed: { readonly owner: number; readonly row: ListRow }[] = [];

  insert(owner: number, row: ListRow): void {
    put(this.inserted, owner, row);
  }

  update(owner: number, row: ListRow): void {
    put(this.updated, owner, row);
  }

  remove(owner: number, row: ListRow): void {
    this.removed.push({ owner, row });
  }

  async write(tx: SqlConnection): Promise<void> {
    const { removed } = this;
    await this.inserted.write(tx.client);
    if (this.updated.hasRows) {
      await tx.query('CREATE TEMP TABLE changed_list (LIKE edge_list) ON COMMIT DROP');
      await this.updated.write(tx.client);
      await tx.query(update);
      await tx.query('DROP TABLE changed_list');
    }
    if (removed.length === 0) return;
    await tx.query(remove, [
      removed.map(({ owner }) => owner),
      removed.map(({ row }) => row.list),
      removed.map(({ row }) => row.origin),
    ]);
  }
}

function put(rows: CopyRows, owner: number, row: ListRow): void {
  rows
    .row(9)
    .integer(owner)
    .smallint(row.list)
    .smallint(row.origin)
    .integers(row.peers, 23)
    .integers(row.kinds, 21)
    .integers(row.flags, 21)
    .integers(row.days, 21)
    .jsonb(row.details && storedJson(JSON.stringify(row.details)))
    .integer(row.record);
}
