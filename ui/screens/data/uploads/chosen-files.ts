/** A file with its path inside of the folder that was chosen. */
export interface NamedFile {
  readonly name: string;
  readonly file: File;
}

/** The files that a collector writes. Other files of a folder are left out. */
export function isCollected(name: string): boolean {
  return /\.(json|zip|gz)$/i.test(name);
}

/** The files of an `<input type="file">`. */
export function chosenFiles(input: HTMLInputElement): readonly NamedFile[] {
  return [...(input.files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

/** Dropped files, and those in dropped folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly NamedFile[]> {
  // The items are gone after the first wait.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const found = await Promise.all(entries.map(filesOf));
  return found.flat();
}

async function filesOf(entry: FileSystemEntry | File | null): Promise<readonly NamedFile[]> {
  if (entry instanceof File) return [{ name: entry.name, file: entry }];
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ name: entry.fullPath.slice(1), file }];
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return [];
  const reader = entry.createReader();
  const files: NamedFile[] = [];
  for (;;) {
    // A reader returns a folder in parts, and an empty one at its end.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return files;
    files.push(...(await Promise.all(part.map(filesOf))).flat());
  }
}
