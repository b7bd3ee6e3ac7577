import { useEffect, useState } from 'preact/hooks';
import { FileButton } from '../../../base/field.js';
import { counted } from '../../../base/format.js';
import type { NamedFile } from './queue.js';
import { enqueue } from './uploader.js';

/** Takes files that are dropped anywhere on the page, or by buttons for those who can't drag. */
export function DropField() {
  const [isOver, setOver] = useState(false);
  const [leftOut, setLeftOut] = useState(0);
  // Other files of a folder are left out.
  const add = (files: readonly NamedFile[]) => {
    const collected = files.filter(({ name }) => /\.(json|zip|gz)$/i.test(name));
    setLeftOut(files.length - collected.length);
    enqueue(collected);
  };
  const addChosen = ({ files }: HTMLInputElement) =>
    add([...(files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file })));
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = () => setOver(false);
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) void droppedFiles(event.dataTransfer).then(add);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('dragover', onDragOver, { signal });
    document.addEventListener('dragleave', onDragLeave, { signal });
    document.addEventListener('drop', onDrop, { signal });
    return () => listeners.abort();
  }, []);
  return (
    <section class={`drop ${isOver ? 'over' : ''}`} aria-label="Send files">
      <p>
        Drop files or a folder of SharpHound, AzureHound or OpenGraph here: JSON, ZIP or gzip. Same files again change
        nothing.
      </p>
      <div class="row">
        <FileButton label="Choose files" isMain multiple onChoose={addChosen} />
        <FileButton label="Choose a folder" isFolder multiple onChoose={addChosen} />
      </div>
      <p role="status">
        {leftOut > 0 ? `${counted(leftOut, 'file')} left out: only .json, .zip and .gz are sent.` : ''}
      </p>
    </section>
  );
}

/** Dropped files, and those in dropped folders. */
async function droppedFiles(transfer: DataTransfer): Promise<readonly NamedFile[]> {
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
