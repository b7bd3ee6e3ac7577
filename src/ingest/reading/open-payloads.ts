import { pipeline, Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { errorMessage } from '../../base/error-message.js';
import { isGzip, isZip, MAGIC_BYTES } from './magic-bytes.js';
import { PayloadError } from './payload-error.js';
import { type PayloadSource, readHead } from './payload-source.js';
import type { ReadLimits } from './read-limits.js';
import type { ScratchFiles } from './scratch-files.js';
import { UnpackBudget } from './unpack-budget.js';
import { openZip, type ZipPayload } from './zip-archive.js';

/**
 * The payloads of a file: the file itself, the contents of a gzip file, or the entries of a ZIP. The first bytes decide, not the name.
 * A payload that cannot be opened is a refusal. The others follow.
 * @param depth number of archives around the file
 */
export async function* openPayloads(
  file: PayloadSource,
  limits: ReadLimits,
  scratch: ScratchFiles,
  budget = new UnpackBudget(limits),
  depth = 0,
): AsyncGenerator<ZipPayload> {
  try {
    const head = await readHead(file, MAGIC_BYTES);
    if (!isZip(head) && !isGzip(head)) {
      yield { source: file };
      return;
    }
    const { maxZipNesting } = limits;
    if (depth >= maxZipNesting)
      throw PayloadError.refused(
        `is packed ${depth + 1} deep; at most ${maxZipNesting} ZIP or gzip files in each other are read (MAX_ZIP_NESTING)`,
      );
    const payloads = isZip(head)
      ? await openZip(file.isSeekable ? file : await scratch.keep(file), budget)
      : [{ source: gunzipped(file, budget) }];
    if (payloads.length === 0) throw PayloadError.refused('is a ZIP without files');
    for (const payload of payloads)
      if (payload.source) yield* openPayloads(payload.source, limits, scratch, budget, depth + 1);
      else yield payload;
  } catch (error) {
    yield { name: file.name, refusal: reasonOf(error) };
  }
}

/** The contents of a gzip file, unpacked by each stream. The bytes of a file that is read several times are charged once. */
function gunzipped(packed: PayloadSource, budget: UnpackBudget): PayloadSource {
  let charged = 0;
  async function* unpacked(gunzip: Gunzip): AsyncGenerator<Buffer> {
    const chunks: AsyncIterable<Buffer> = gunzip;
    let given = 0;
    for await (const chunk of chunks) {
      given += chunk.length;
      const excess = budget.ratioFault(given, gunzip.bytesWritten);
      if (excess) throw PayloadError.refused(excess);
      budget.takeBytes(Math.max(0, given - charged));
      charged = Math.max(charged, given);
      yield chunk;
    }
  }
  return {
    name: packed.name,
    size: packed.size,
    open() {
      const gunzip = createGunzip();
      // The reader of `gunzip` receives its end and its errors.
      pipeline(packed.open(), gunzip, () => {});
      const stream = Readable.from(unpacked(gunzip));
      return Object.defineProperty(stream, 'taken', { get: () => gunzip.bytesWritten });
    },
  };
}

/** The reason of a refusal. */
export function reasonOf(error: unknown): string {
  return error instanceof PayloadError ? error.reason : `could not be read: ${errorMessage(error)}`;
}
