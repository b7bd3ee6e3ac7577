import { PayloadError } from './payload-error.js';
import type { PayloadSource } from './payload-source.js';
import type { ReadLimits } from './read-limits.js';
import { openZip, type ZipPayload } from './zip-archive.js';

const MAGIC_BYTES = 4;
const ZIP_MAGICS = ['504b0304', '504b0506'];

/**
 * The payloads in a file: itself, or the entries of a ZIP, known by its first bytes and not by its name.
 * @throws PayloadError where the file can't be read.
 */
export async function openPayloads(file: PayloadSource, limits: ReadLimits): Promise<ZipPayload[]> {
  const magic = await readMagic(file);
  if (!ZIP_MAGICS.includes(magic)) {
    return [{ source: file }];
  }
  const payloads = await openZip(file, limits);
  if (payloads.length === 0) {
    throw PayloadError.refused('is a ZIP without files');
  }
  return payloads;
}

/** @throws PayloadError for containers that look like a payload by name only. */
export async function refuseContainer(payload: PayloadSource): Promise<void> {
  const magic = await readMagic(payload);
  if (ZIP_MAGICS.includes(magic)) {
    throw PayloadError.refused('is a ZIP inside a ZIP; pass it by itself');
  }
  if (magic.startsWith('1f8b')) {
    throw PayloadError.refused('is compressed with gzip; unpack it first');
  }
}

async function readMagic(source: PayloadSource): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const chunk of source.open()) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= MAGIC_BYTES) {
      break;
    }
  }
  return head.subarray(0, MAGIC_BYTES).toString('hex');
}
