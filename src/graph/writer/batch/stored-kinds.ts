import { InvalidInputError } from '../../../base/errors.js';
import { oneRow, type SqlConnection } from '../../../database/database.js';
import { firstForeignKind, lastKind } from '../../kinds/kind-catalogue.js';
import type { BatchKinds } from './batch-kinds.js';

/** Who adds kinds, and how many. Kinds whose numbers are free again do not count. */
export interface KindQuota {
  readonly uploadId: number;
  /** Id of the account, or the name of the client. */
  readonly sender: string;
  readonly maxOfUpload: number;
  readonly maxOfSender: number;
}

interface Room {
  readonly count: number;
  /** The limit, for people. */
  readonly limit: string;
}

const find = 'SELECT id, name FROM kind WHERE name = ANY ($1::text[])';

const findFree = `
  SELECT number FROM generate_series(${firstForeignKind}, ${lastKind}) number
  WHERE NOT EXISTS (SELECT FROM kind WHERE id = number) ORDER BY number LIMIT $1`;

const count = `
  SELECT count(*) FILTER (WHERE upload_id = $1)::int AS "ofUpload", count(*) FILTER (WHERE sender = $2)::int AS "ofSender"
  FROM kind WHERE id >= ${firstForeignKind}`;

const insert = `
  INSERT INTO kind (id, name, upload_id, sender)
  SELECT number, name, $3::int, $4 FROM unnest($1::smallint[], $2::text[]) added(number, name)`;

/** New kinds for which there is no room. The batch can be written without the records that have them. */
export class KindsRefused extends InvalidInputError {
  constructor(
    readonly names: ReadonlySet<string>,
    readonly limit: string,
  ) {
    super([{ code: 'upload.invalid_file', context: 'kind', message: `this would make more kinds than ${limit}` }]);
  }
}

/** Returns the stored number of a kind of a batch, or of a list of several kinds. */
export type StoredKinds = (number: number) => number;

/**
 * Adds the kinds of a batch, or of an extension, that are new, under the smallest free numbers. Only under the write lock.
 * @param quota null: only the graph has a limit
 * @throws KindsRefused
 */
export async function storedKinds(
  tx: SqlConnection,
  { foreign: names }: Pick<BatchKinds, 'foreign'>,
  quota: KindQuota | null,
): Promise<StoredKinds> {
  if (names.length === 0) return (number) => number;
  const rows = await tx.prepared<{ id: number; name: string }>(find, [names]);
  const numbers = new Map(rows.map(({ id, name }) => [name, id]));
  const added = names.filter((name) => !numbers.has(name));
  if (added.length > 0) {
    const free = await tx.prepared<{ number: number }>(findFree, [added.length]);
    await requireRoom(tx, added, free.length, quota);
    for (const [place, name] of added.entries()) numbers.set(name, free[place]?.number ?? 0);
    const sender = quota && [quota.uploadId, quota.sender];
    await tx.prepared(insert, [free.map(({ number }) => number), added, ...(sender ?? [null, null])]);
  }
  const foreign = names.map((name) => numbers.get(name) ?? 0);
  return (number) => (number < firstForeignKind ? number : (foreign[number - firstForeignKind] ?? number));
}

/** @throws KindsRefused with the last of the added kinds */
async function requireRoom(
  tx: SqlConnection,
  added: readonly string[],
  free: number,
  quota: KindQuota | null,
): Promise<void> {
  const rooms: Room[] = [{ count: free, limit: `the ${lastKind} that the graph can hold` }];
  if (quota) {
    const { uploadId, sender, maxOfUpload, maxOfSender } = quota;
    const counts = await tx.prepared<{ ofUpload: number; ofSender: number }>(count, [uploadId, sender]);
    const { ofUpload, ofSender } = oneRow(counts);
    rooms.push({
      count: maxOfUpload - ofUpload,
      limit: `the ${maxOfUpload} that an upload may add (MAX_KINDS_PER_UPLOAD)`,
    });
    rooms.push({
      count: maxOfSender - ofSender,
      limit: `the ${maxOfSender} that an account may have added (MAX_KINDS_PER_ACCOUNT)`,
    });
  }
  const [least] = rooms.toSorted((one, other) => one.count - other.count);
  if (least && added.length > least.count)
    throw new KindsRefused(new Set(added.slice(Math.max(0, least.count))), least.limit);
}
