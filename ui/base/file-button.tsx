import { useRef } from 'preact/hooks';

interface FileButtonProps {
  readonly label: string;
  /** What the dialog offers: `.json,.zip`. By default all files. */
  readonly accept?: string;
  readonly isMain?: boolean;
  readonly multiple?: boolean;
  readonly isFolder?: boolean;
  readonly onChoose: (input: HTMLInputElement) => void;
}

/** A button that opens the dialog of a hidden input, whose own looks can't be set. */
export function FileButton({ label, accept, isMain = false, multiple = false, isFolder, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    if (!input.current) return;
    onChoose(input.current);
    // The same files can be chosen again.
    input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        {...(isFolder && { webkitdirectory: true })}
        aria-label={label}
        onChange={choose}
      />
      <button type="button" class={isMain ? 'main' : undefined} onClick={() => input.current?.click()}>
        {label}
      </button>
    </>
  );
}
