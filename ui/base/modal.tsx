import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from './keys.js';
import { Button } from './parts.js';

interface ModalProps {
  readonly label: string;
  /** By default the label; null: it has no heading. */
  readonly heading?: string | null;
  readonly class?: string;
  /** Whether Escape leaves it open. */
  readonly isKept?: boolean;
  /** Removes the dialog from the view. */
  readonly onClose?: () => void;
  readonly children: (close: () => void) => ComponentChildren;
}

/** A dialog above the view, open as long as it is in the view. */
export function Modal({
  label,
  heading = label,
  class: name,
  isKept = false,
  onClose = () => {},
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // At once: the event of closing comes later, perhaps when another dialog is open.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (!isKept) close();
  };
  return (
    <dialog
      ref={dialog}
      class={name}
      aria-label={label}
      onKeyDown={onKeyDown}
      onCancel={(event) => isKept && event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget === dialog.current && onClose()}
    >
      {heading !== null && <h2>{heading}</h2>}
      {children(close)}
    </dialog>
  );
}

interface SheetProps {
  readonly label: string;
  /** On its button; by default the label. */
  readonly mark?: string;
  /** Opens it, too. */
  readonly keys?: string;
  readonly children: ComponentChildren;
}

/** A button that opens a dialog to read. */
export function Sheet({ label, mark = label, keys, children }: SheetProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useKeys(keys === undefined ? [] : [{ keys, does: label, run: open }]);
  return (
    <>
      <Button label={mark} about={label} run={open} />
      {isOpen && (
        <Modal label={label} onClose={() => setOpen(false)}>
          {(close) => (
            <>
              {children}
              <Button label="Close" run={close} />
            </>
          )}
        </Modal>
      )}
    </>
  );
}
