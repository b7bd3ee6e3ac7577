import { counted } from '../../../base/format.js';
import { useEffect, useState } from 'preact/hooks';
import { FileButton } from '../../../base/file-button.js';
import { chosenFiles, droppedFiles, isCollected, type NamedFile } from './chosen-files.js';
import { enqueue } from './uploader.js';

/** Takes files that are dropped anywhere on the page, or by buttons for those who can't drag. */
export function DropField() {
  const [isOver, setOver] = useState(false);
  const [leftOut, setLeftOut] = useState(0);
  const add = (files: readonly NamedFile[]) => {
    const collected = files.filter(({ name }) => isCollected(name));
    setLeftOut(files.length - collected.length);
    enqueue(collected);
  };
  const addChosen = (input: HTMLInputElement) => add(chosenFiles(input));
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
