import { errorMessage } from '../../base/error-message.js';
import type { KnownRecord } from '../../graph/writer/batch/known-records.js';
import type { JsonPiece } from '../reading/json-scan.js';
import { PayloadError } from '../reading/payload-error.js';

/** Records and bytes of one lookup. */
const [GROUP_RECORDS, GROUP_BYTES] = [1000, 2 ** 20];

export type PieceWithDigest = JsonPiece & { readonly digest: string | null };
export type KnownRecords = ReadonlyMap<string, KnownRecord>;

interface LookedUpPieces {
  readonly pieces: readonly PieceWithDigest[];
  /** By digest. */
  readonly known: Promise<KnownRecords>;
}

/**
 * Computes the digests of records and looks them up in groups. While one group is looked up, the next is read.
 * @throws PayloadError after the last group. An error of the source, such as a damaged ZIP, has the kind `broken`
 */
export async function* lookedUpPieces(
  pieces: AsyncIterable<JsonPiece>,
  digestOf: (piece: JsonPiece) => string | null,
  find: (digests: readonly string[]) => Promise<KnownRecords>,
): AsyncGenerator<LookedUpPieces> {
  const lookUp = (group: readonly PieceWithDigest[]): LookedUpPieces => {
    const known = find(group.flatMap(({ digest }) => digest ?? []));
    // The consumer may end before it awaits this promise.
    known.catch(() => {});
    return { pieces: group, known };
  };
  let group: PieceWithDigest[] = [];
  let bytes = 0;
  let ahead: LookedUpPieces | null = null;
  let failure: PayloadError | null = null;
  try {
    for await (const piece of pieces) {
      group.push({ ...piece, digest: digestOf(piece) });
      bytes += piece.piece === 'value' ? (piece.raw.bytes?.length ?? 0) : 0;
      if (group.length < GROUP_RECORDS && bytes < GROUP_BYTES) continue;
      if (ahead) yield ahead;
      ahead = lookUp(group);
      [group, bytes] = [[], 0];
    }
  } catch (error) {
    failure = brokenBy(error);
  }
  if (ahead) yield ahead;
  if (group.length > 0) yield lookUp(group);
  if (failure) throw failure;
}

function brokenBy(error: unknown): PayloadError {
  return error instanceof PayloadError
    ? error
    : new PayloadError('broken', `could not be read to its end: ${errorMessage(error)}`, { cause: error });
}
