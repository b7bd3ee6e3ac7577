import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
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
 * Lists the files of a ZIP in its order, without folders and the resource forks of macOS. Reads only the directory.
 * @throws PayloadError if the ZIP cannot be read or exceeds a limit
 */
export async function openZip(source: PayloadSource, budget: UnpackBudget): Promise<ZipPayload[]> {
  const zip = await openDirectory(source);
  budget.takeEntries(zip.entryCount);
  const files = (await listEntries(zip)).filter(isFile);
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

function isFile(entry: Entry): boolean {
  const name = givenName(entry);
  return !name.endsWith('/') && !name.startsWith('__MACOSX/');
}

/** All entries of the same name are read. In reports the second one ends with `#2`. */
function uniqueName(entry: Entry, names: Map<string, number>): string {
  const name = shownName(givenName(entry));
  const times = (names.get(name) ?? 0) + 1;
  names.set(name, times);
  return times === 1 ? name : `${name}#${times}`;
}

function openDirectory(source: PayloadSource): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false };
    yauzl.fromRandomAccessReader(new ZipReader(source), source.size, options, (error, zip) =>
      error ? reject(unreadable(error)) : resolve(zip),
    );
  });
}

function unreadable(error: Error): PayloadError {
  return new PayloadError('refused', `is a ZIP that can't be read: ${error.message}`, { cause: error });
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    let bytes = 0;
    zip.on('error', (error: Error) => reject(unreadable(error)));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (bytes > MAX_DIRECTORY_BYTES) {
        reject(PayloadError.refused(`is a ZIP whose directory is larger than ${MAX_DIRECTORY_BYTES} bytes`));
        return;
      }
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function payloadOf(zip: ZipFile, entry: Entry, name: string, zipName: string, budget: UnpackBudget): ZipPayload {
  const place = `${zipName}!${name}`;
  const refusal = refusalOf(entry, givenName(entry)) ?? budget.ratioFault(entry.uncompressedSize, entry.compressedSize);
  return refusal
    ? { name: place, refusal }
    : { source: { name: place, size: entry.uncompressedSize, open: () => openEntry(zip, entry) } };
}

/** A size or checksum that differs from the directory is an error of the stream. */
function openEntry(zip: ZipFile, entry: Entry): Readable {
  const out = checksummed(entry.crc32);
  zip.openReadStream(entry, (error, stream) => {
    if (error) {
      out.destroy(error);
      return;
    }
    stream.on('error', (failure) => out.destroy(failure));
    out.on('close', () => stream.destroy());
    stream.pipe(out);
  });
  return out;
}

/** yauzl does not verify checksums. */
function checksummed(expected: number): Transform {
  let checksum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      checksum = crc32(chunk, checksum);
      done(null, chunk);
    },
    flush(done) {
      done(checksum === expected ? null : new Error('the checksum of the entry does not match; the ZIP is damaged'));
    },
  });
}
