import { useEffect } from 'preact/hooks';
import { Store } from './store.js';

/** What a key does, for the sheet of keys. */
export interface KeyBinding {
  /** As `KeyboardEvent.key`; `g f` is a sequence of two. */
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

export const bindings = new Store<readonly KeyBinding[]>([]);

/** Single letters can be switched off, because speech input types them by accident (WCAG 2.1.4). */
export const usesLetters = new Store(localStorage.getItem('letters') !== 'off');

export function setUsesLetters(uses: boolean): void {
  localStorage.setItem('letters', uses ? 'on' : 'off');
  usesLetters.set(uses);
}

/** Binds keys while the view is shown. */
export function useKeys(own: readonly KeyBinding[], dependencies: readonly unknown[] = []): void {
  useEffect(() => {
    bindings.set([...bindings.value, ...own]);
    return () => bindings.set(bindings.value.filter((it) => !own.includes(it)));
  }, dependencies);
}

let former = '';

export function followKeys(): void {
  addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isTyping = target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !usesLetters.value) return;
    if (document.querySelector('dialog[open]')) return;
    const sequence = `${former} ${key}`;
    const found =
      bindings.value.findLast(({ keys }) => keys === sequence) ?? bindings.value.findLast(({ keys }) => keys === key);
    former = bindings.value.some(({ keys }) => keys.startsWith(`${key} `)) && !found ? key : '';
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}
