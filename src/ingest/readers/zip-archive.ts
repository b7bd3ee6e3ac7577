import { isUtf8 } from 'node:buffer';
import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { PayloadError } from './payload-error.js';
import type { PayloadSource } from './payload-source.js';
import type { ReadLimits } from './read-limits.js';
import { ZipReader } from './zip-reader.js';

/** An entry of a ZIP: a payload of its own, or the reason why it is not read. */
export type ZipPayload =
  | { readonly source: PayloadSource; readonly refusal?: undefined }
  | { readonly name: string; readonly refusal: string; readonly source?: undefined };

/**
 * The files in a ZIP, in its order; folders and the resource forks that macOS adds are passed over. Reads the directory only.
 * @throws PayloadError where it is no ZIP that can be read, or passes a limit as a whole.
 */
export async function openZip(source: PayloadSource, limits: ReadLimits): Promise<ZipPayload[]> {
  const zip = await openDirectory(source);
  if (zip.entryCount > limits.maxZipEntries) {
    throw PayloadError.refused(`is a ZIP with ${zip.entryCount} entries; at most ${limits.maxZipEntries} are read`);
  }
  const payloads: ZipPayload[] = [];
  let total = 0;
  for (const entry of await listEntries(zip)) {
    const name = entryName(entry);
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) {
      continue;
    }
    total += entry.uncompressedSize;
    payloads.push(payloadOf(zip, entry, name, source.name, limits));
  }
  if (total > limits.maxZipBytes) {
    throw PayloadError.refused(`is a ZIP of ${total} bytes unpacked; at most ${limits.maxZipBytes} are read`);
  }
  return payloads;
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
    zip.on('error', (error: Error) => reject(unreadable(error)));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** yauzl is told not to decode names, because it gives up the whole ZIP at a name that it finds unsafe. */
function entryName(entry: Entry): string {
  const bytes = Buffer.from(entry.fileName);
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replaceAll('\\', '/');
}

function payloadOf(zip: ZipFile, entry: Entry, name: string, zipName: string, limits: ReadLimits): ZipPayload {
  const place = `${zipName}!${name}`;
  const refusal = refusalOf(entry, name, limits);
  return refusal
    ? { name: place, refusal }
    : { source: { name: place, size: entry.uncompressedSize, open: () => openEntry(zip, entry) } };
}

function refusalOf(entry: Entry, name: string, limits: ReadLimits): string | null {
  if (yauzl.validateFileName(name) !== null) {
    return 'has a name that leads out of the ZIP';
  }
  if (entry.isEncrypted()) {
    return 'is encrypted; pack it without a password';
  }
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (entry.uncompressedSize >= limits.zipRatioFromBytes && ratio > limits.maxZipRatio) {
    return `unpacks to ${Math.round(ratio)} times its size; at most ${limits.maxZipRatio} times is read`;
  }
  return null;
}

/** Size and checksum are checked while unpacking: an entry that gives other than its directory says is an error of the stream. */
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

/** yauzl leaves the checksum to whoever reads. */
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
