import { isUtf8 } from 'node:buffer';
import yauzl, { type Entry } from 'yauzl';

/** Of the fixed part of the header before each entry's bytes. */
const LOCAL_HEADER_BYTES = 30;
const UNIX = 3;
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

const control = /\p{Cc}/gu;

/** yauzl is told not to decode names, because it gives up the whole ZIP at a name that it finds unsafe. */
export function givenName(entry: Entry): string {
  const bytes = Buffer.from(entry.fileName);
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replaceAll('\\', '/');
}

/** The name as reports repeat it: PostgreSQL takes no NUL, terminals no control characters. */
export function shownName(name: string): string {
  return name.replace(control, '\uFFFD');
}

/** Why an entry is not read; nothing is ever written under its name, but what has such a name is no collector's. */
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
 * Two entries that claim the same bytes, as those of a ZIP bomb do: a few bytes unpack once for each entry.
 * @returns their names, null where there are none
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
