import { useEffect, useRef, useState } from 'preact/hooks';
import { chosenFiles, droppedFiles, isCollected, type NamedFile } from './chosen-files.js';
import { texts } from './texts.js';
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
    <section class={`drop ${isOver ? 'over' : ''}`} aria-label={texts.send}>
      <p>
        {texts.drop} {texts.same}
      </p>
      <div class="row">
        <FileButton label={texts.chooseFiles} onChoose={add} />
        <FileButton label={texts.chooseFolder} isFolder onChoose={add} />
      </div>
      <p role="status">{leftOut > 0 ? texts.leftOut(leftOut) : ''}</p>
    </section>
  );
}

interface FileButtonProps {
  readonly label: string;
  readonly isFolder?: boolean;
  readonly onChoose: (files: readonly NamedFile[]) => void;
}

/** A button that opens the dialog of a hidden input, whose own looks can't be set. */
function FileButton({ label, isFolder = false, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    if (!input.current) return;
    onChoose(chosenFiles(input.current));
    // The same files can be chosen again.
    input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        {...(isFolder && { webkitdirectory: true })}
        aria-label={label}
        onChange={choose}
      />
      <button type="button" class={isFolder ? undefined : 'main'} onClick={() => input.current?.click()}>
        {label}
      </button>
    </>
  );
}
