import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { errorMessage } from '../../base/error-message.js';
import { PayloadError } from './payload-error.js';
import type { PayloadSource } from './payload-source.js';
import type { UnpackBudget } from './unpack-budget.js';
import { givenName, overlap, refusalOf, shownName } from './zip-entry.js';
import { ZipReader } from './zip-reader.js';

/** Maximum size of the names, comments and extra fields of all entries, which are kept in memory. */
const MAX_DIRECTORY_BYTES = 16 * 1024 ** 2;

/** An entry of a ZIP: a payload of its own, or the reason why it is not read. */
export type ZipPayload =
  | { readonly source: PayloadSource; readonly refusal?: undefined }
  | { readonly name: string; readonly refusal: string; readonly source?: undefined };

/**
 * Lists the files of a ZIP in its order, without folders, the resource forks of macOS and other files that are no data. Reads only the directory.
 * @throws PayloadError if the ZIP cannot be read or exceeds a limit
 */
export async function openZip(source: PayloadSource, budget: UnpackBudget): Promise<ZipPayload[]> {
  const { zip, entries } = await readDirectory(source, budget);
  const files = entries.filter(isFile);
  const shared = overlap(files);
  if (shared) {
    throw PayloadError.refused(`is a ZIP whose entries share their bytes: ${shared.join(' and ')}`);
  }
  const names = new Map<string, number>();
  const payloads = files.map((entry) => payloadOf(zip, entry, uniqueName(entry, names), source.name, budget));
  const unpacked = payloads.reduce((sum, payload) => sum + (payload.source?.size ?? 0), 0);
  budget.takeBytes(unpacked);
  const excess = budget.ratioFault(unpacked, source.size);
  if (excess) {
    throw PayloadError.refused(excess);
  }
  return payloads;
}

/** Files that systems and SharpHound put beside the collected ones. */
const otherFiles = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|(?:[^/]*_)?compstatus\.csv)$/i;

function isFile(entry: Entry): boolean {
  const name = givenName(entry);
  return !name.endsWith('/') && !name.startsWith('__MACOSX/') && !otherFiles.test(name);
}

/** All entries of the same name are read. In reports the second one ends with `#2`. */
function uniqueName(entry: Entry, names: Map<string, number>): string {
  const name = shownName(givenName(entry));
  const times = (names.get(name) ?? 0) + 1;
  names.set(name, times);
  return times === 1 ? name : `${name}#${times}`;
}

async function readDirectory(source: PayloadSource, budget: UnpackBudget): Promise<{ zip: ZipFile; entries: Entry[] }> {
  try {
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false };
    const zip = await yauzl.fromRandomAccessReaderPromise(new ZipReader(source), source.size, options);
    budget.takeEntries(zip.entryCount);
    const entries: Entry[] = [];
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (bytes > MAX_DIRECTORY_BYTES)
        throw PayloadError.refused(`is a ZIP whose directory is larger than ${MAX_DIRECTORY_BYTES} bytes`);
    }
    return { zip, entries };
  } catch (error) {
    if (error instanceof PayloadError) throw error;
    throw new PayloadError('refused', `is a ZIP that can't be read: ${errorMessage(error)}`, { cause: error });
  }
}

function payloadOf(zip: ZipFile, entry: Entry, name: string, zipName: string, budget: UnpackBudget): ZipPayload {
  const place = `${zipName}!${name}`;
  const refusal = refusalOf(entry, givenName(entry)) ?? budget.ratioFault(entry.uncompressedSize, entry.compressedSize);
  return refusal
    ? { name: place, refusal }
    : { source: { name: place, size: entry.uncompressedSize, open: () => Readable.from(contents(zip, entry)) } };
}

/**
 * The bytes of an entry. yauzl does not verify checksums.
 * @throws an error at a size or a checksum that differs from the directory
 */
async function* contents(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
  let checksum = 0;
  for await (const chunk of chunks) {
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw new Error('the checksum of the entry does not match; the ZIP is damaged');
}
