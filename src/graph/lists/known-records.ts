import type { SqlRunner, SqlValue } from '../../database/database.js';
import type { SqlScript } from '../../database/sql-script.js';
import { hasRows } from '../has-rows.js';
import { EdgeFlag } from '../store/edge-flag.js';
import { edgesOfLists } from './list-edges.js';
import { expandedLists } from './list-sets-sql.js';

/*
 * A record is known as long as writing it again would change nothing but days. Its digest is in the rows of `collected` of each node of
 * which it says something, and goes from all of them as soon as somebody else changes such a node, an edge of it, or what its lists hold.
 */

/** Lets a query wait for its turn on the connection that reads the payload. */
type InTurn = <T>(query: () => Promise<T>) => Promise<T>;

const anyKnown = 'SELECT EXISTS (SELECT FROM collected WHERE digest IS NOT NULL) AS any';

/** What is stated singly has to be stated again on another day. */
const knownAmong = `
  SELECT digest::text FROM collected WHERE digest = ANY ($1::uuid[])
  GROUP BY digest HAVING bool_and(is_renewable OR seen_on >= $2::date)`;

/** Of lists of a node that was not there when the record was written, and that has come since. */
const listsOfNew = (lists: string, nodes = 'node') => `
  SELECT u.digest FROM ${lists} JOIN ${nodes} n ON n.objectid = u.objectid
  WHERE NOT EXISTS (SELECT FROM collected c WHERE (c.node_id, c.digest) = (n.id, u.digest))`;

const unknownWith = `SELECT digest::text FROM (${listsOfNew('unnest($1::uuid[], $2::text[]) AS u(digest, objectid)')}) u`;

/** An empty list that a record gives of a node of which it says nothing else. */
interface UnnamedList {
  readonly digest: string;
  readonly objectid: string;
}

/** Of so many look-ups at most, one is made while none finds anything: what is new mostly comes in one piece. */
const longestGap = 16;

/** Tells which records are known. */
export type RecordLookUp = Pick<KnownRecords, 'among' | 'unknownWith'>;

/** Which records need not be written. What is found may change until the payload is merged: {@link requireKnown}. */
export class KnownRecords {
  /** Look-ups that are left out before the next, and how many were left out before the last. */
  private toLeaveOut = 0;
  private gap = 0;

  private constructor(
    private readonly tx: SqlRunner,
    private readonly inTurn: InTurn,
    private readonly day: string,
    private readonly areAny: boolean,
  ) {}

  static async open(tx: SqlRunner, inTurn: InTurn, day: string): Promise<KnownRecords> {
    const [row] = await inTurn(() => withoutLock(tx, () => tx.query<{ any: boolean }>(anyKnown)));
    return new KnownRecords(tx, inTurn, day, row?.any === true);
  }

  /** Knows nothing: every record is written. */
  static readonly none: RecordLookUp = {
    among: () => Promise.resolve(new Set()),
    unknownWith: () => Promise.resolve([]),
  };

  async among(digests: readonly string[]): Promise<ReadonlySet<string>> {
    if (!this.areAny || digests.length === 0 || this.toLeaveOut-- > 0) return new Set();
    const rows = await this.lookUp(knownAmong, [digests, this.day]);
    this.gap = rows.length > 0 ? 0 : Math.min(2 * this.gap + 1, longestGap - 1);
    this.toLeaveOut = this.gap;
    return new Set(rows.map(digestOfRow));
  }

  /** Which records are not known after all, because such a node has come since. */
  async unknownWith(lists: readonly UnnamedList[]): Promise<readonly string[]> {
    if (lists.length === 0) return [];
    const values = [lists.map(({ digest }) => digest), lists.map(({ objectid }) => objectid)];
    const rows = await this.lookUp(unknownWith, values);
    return rows.map(digestOfRow);
  }

  private lookUp(statement: string, values: readonly SqlValue[]): Promise<readonly DigestRow[]> {
    return this.inTurn(() => withoutLock(this.tx, () => this.tx.prepared<DigestRow>(statement, values)));
  }
}

interface DigestRow {
  readonly digest: string;
}

/** What was looked at is not locked until the transaction ends: while this payload is read, another may make the indexes of `collected` anew. */
async function withoutLock<T>(tx: SqlRunner, query: () => Promise<T>): Promise<T> {
  await tx.query('SAVEPOINT look_up');
  const found = await query();
  await tx.query('ROLLBACK TO SAVEPOINT look_up; RELEASE SAVEPOINT look_up');
  return found;
}

function digestOfRow({ digest }: DigestRow): string {
  return digest.replaceAll('-', '');
}

/** A record that was passed over is no longer known: the payload has to be read again, without passing any over. */
export class RecordsChanged extends Error {}

const anyChanged = `
  SELECT k.digest FROM stage_known k WHERE NOT EXISTS (SELECT FROM collected c WHERE c.digest = k.digest)
  UNION ALL ${listsOfNew('stage_unnamed u')}
  UNION ALL ${listsOfNew('stage_unnamed u', 'load_node')} LIMIT 1`;

/**
 * After the merge, of which nothing may have changed what the records say that were passed over.
 * @throws RecordsChanged
 */
export async function requireKnown(tx: SqlRunner): Promise<void> {
  const changed = await tx.query(anyChanged);
  if (changed.length) throw new RecordsChanged();
}

const renewed = `
  CREATE TEMP TABLE renewed ON COMMIT DROP AS
  SELECT c.node_id, c.lists, c.digest FROM stage_known k JOIN collected c USING (digest) WHERE c.seen_on < $1::date`;

const renewals = [
  `UPDATE collected c SET seen_on = $1::date FROM renewed r WHERE (c.node_id, c.lists) = (r.node_id, r.lists)`,
  `UPDATE node n SET last_seen = $1::date
   FROM (
     SELECT node_id AS id FROM renewed d WHERE NOT EXISTS (
       SELECT FROM stage_unnamed u JOIN node o ON o.objectid = u.objectid WHERE (u.digest, o.id) = (d.digest, d.node_id))
     UNION SELECT unnest(ARRAY[e.source, e.target]) FROM (${edgesOfLists(expandedLists('renewed'))}) e
     WHERE e.flags & ${EdgeFlag.Listed} <> 0) r
   WHERE n.id = r.id AND n.last_seen < $1::date`,
];

/** The records that were passed over were given on this day, too, and mentioned what their lists hold. */
export async function renewKnown(script: SqlScript, day: string): Promise<void> {
  script.add(renewed, [day]);
  if (!(await hasRows(script, 'renewed'))) return;
  script.add('ANALYZE renewed');
  for (const statement of renewals) script.add(statement, [day]);
}
