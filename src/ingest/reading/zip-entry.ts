import { isUtf8 } from 'node:buffer';
import yauzl, { type Entry } from 'yauzl';

/** Size of the fixed part of the header of an entry. */
const LOCAL_HEADER_BYTES = 30;
const UNIX = 3;
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

const control = /\p{Cc}/gu;

/** yauzl does not decode names here, because it would refuse the whole ZIP for one unsafe name. */
export function givenName(entry: Entry): string {
  const bytes = entry.fileNameRaw;
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replaceAll('\\', '/');
}

/** The name in reports: PostgreSQL cannot store NUL, and control characters confuse terminals. */
export function shownName(name: string): string {
  return name.replace(control, '\uFFFD');
}

/** The reason why an entry is not read, or null. No file is written under its name, but collectors do not write such names. */
export function refusalOf(entry: Entry, name: string): string | null {
  if (yauzl.validateFileName(name) !== null) {
    return 'has a name that leads out of the ZIP';
  }
  if (shownName(name) !== name) {
    return 'has control characters in its name';
  }
  if (isSymbolicLink(entry)) {
    return 'is a symbolic link; pack the file that it leads to';
  }
  return entry.isEncrypted() ? 'is encrypted; pack it without a password' : null;
}

function isSymbolicLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  return versionMadeBy >>> 8 === UNIX && ((externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK;
}

/**
 * Finds two entries that share bytes, as in a ZIP bomb: a few bytes are unpacked once for each entry.
 * @returns their names, or null
 */
export function overlap(entries: readonly Entry[]): readonly [string, string] | null {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [index, entry] of inOrder.entries()) {
    const next = inOrder[index + 1];
    const end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
    if (next && next.relativeOffsetOfLocalHeader < end) {
      return [shownName(givenName(entry)), shownName(givenName(next))];
    }
  }
  return null;
}
