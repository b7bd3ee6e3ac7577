import { pipeline, Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { PayloadError } from './payload-error.js';
import type { PayloadSource } from './payload-source.js';
import type { UnpackBudget } from './unpack-budget.js';

/** The contents of a gzip file, unpacked by each stream. The bytes of a file that is read several times are charged once. */
export function gunzipped(packed: PayloadSource, budget: UnpackBudget): PayloadSource {
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
