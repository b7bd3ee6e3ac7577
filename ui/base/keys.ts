import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** What a key does, for the sheet of keys. */
export interface KeyBinding {
  /** As `KeyboardEvent.key`; `g f` is a sequence of two; `Ctrl+K` is also pressed by the command key. */
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

export const bindings = signal<readonly KeyBinding[]>([]);

/** Single letters can be switched off, because speech input types them by accident (WCAG 2.1.4). */
export const usesLetters = signal(localStorage.getItem('letters') !== 'off');

export function setUsesLetters(uses: boolean): void {
  localStorage.setItem('letters', uses ? 'on' : 'off');
  usesLetters.value = uses;
}

/** Binds keys while the view is shown. */
export function useKeys(own: readonly KeyBinding[], dependencies: readonly unknown[] = []): void {
  useEffect(() => {
    bindings.value = [...bindings.value, ...own];
    return () => (bindings.value = bindings.value.filter((it) => !own.includes(it)));
  }, dependencies);
}

let former = '';

export function followKeys(): void {
  addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (document.querySelector('dialog[open]')) return;
    if (event.ctrlKey || event.metaKey) {
      runBinding(event, `Ctrl+${key.toUpperCase()}`);
      return;
    }
    const isTyping = target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
    if (isTyping || event.altKey || !usesLetters.value) return;
    const sequence = `${former} ${key}`;
    const isBound = runBinding(event, sequence) || runBinding(event, key);
    former = bindings.value.some(({ keys }) => keys.startsWith(`${key} `)) && !isBound ? key : '';
  });
}

/** @returns whether something is bound to the keys */
function runBinding(event: KeyboardEvent, pressed: string): boolean {
  const found = bindings.value.findLast(({ keys }) => keys === pressed);
  if (!found) return false;
  event.preventDefault();
  found.run();
  return true;
}
