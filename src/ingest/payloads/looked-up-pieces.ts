import { errorMessage } from '../../base/error-message.js';
import type { KnownRecord } from '../../graph/writer/batch/known-records.js';
import type { JsonPiece } from '../reading/json-scan.js';
import { PayloadError } from '../reading/payload-error.js';

/** Records and bytes of one lookup. */
const [GROUP_RECORDS, GROUP_BYTES] = [1000, 2 ** 20];

export type KnownRecords = ReadonlyMap<string, KnownRecord>;

interface LookedUpPieces {
  readonly pieces: readonly JsonPiece[];
  /** Parallel to `pieces`; null: no record that may be known. */
  readonly digests: readonly (string | null)[];
  /** By digest. */
  readonly known: Promise<KnownRecords>;
}

/**
 * Computes the digests of records and looks them up in groups. While one group is looked up or converted, the next is looked up or read.
 * @throws PayloadError after the last group. An error of the source, such as a damaged ZIP, has the kind `broken`
 */
export async function* lookedUpPieces(
  pieces: AsyncIterable<Iterable<JsonPiece>>,
  digestOf: (piece: JsonPiece) => string | null,
  find: (digests: readonly string[]) => Promise<KnownRecords>,
): AsyncGenerator<LookedUpPieces> {
  const lookUp = (group: JsonPiece[]): LookedUpPieces => {
    const digests = group.map(digestOf);
    const known = find(digests.filter((digest) => digest !== null));
    // The consumer may end before it awaits this promise.
    known.catch(() => {});
    return { pieces: group, digests, known };
  };
  let group: JsonPiece[] = [];
  let bytes = 0;
  let ahead: LookedUpPieces | null = null;
  let failure: PayloadError | null = null;
  try {
    for await (const ofChunk of pieces)
      for (const piece of ofChunk) {
        group.push(piece);
        bytes += bytesOf(piece);
        if (group.length < GROUP_RECORDS && bytes < GROUP_BYTES) continue;
        const next = lookUp(group);
        [group, bytes] = [[], 0];
        // After the next one is asked for: PostgreSQL looks it up while this one is converted.
        if (ahead) yield ahead;
        ahead = next;
      }
  } catch (error) {
    failure = brokenBy(error);
  }
  if (ahead) yield ahead;
  if (group.length > 0) yield lookUp(group);
  if (failure) throw failure;
}

function bytesOf(piece: JsonPiece): number {
  return piece.piece === 'value' ? (piece.raw.bytes?.length ?? 0) : 0;
}

function brokenBy(error: unknown): PayloadError {
  return error instanceof PayloadError
    ? error
    : new PayloadError('broken', `could not be read to its end: ${errorMessage(error)}`, { cause: error });
}
