import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * The active option of an ARIA combobox, which arrow keys move.
 * @param count of options
 * @param changed begins at the first option again if it changes
 * @param first -1: no option is active until an arrow is pressed
 */
export function useOption(count: number, changed: unknown, first = 0) {
  const [active, setActive] = useState(first);
  // At once: a later effect would undo what was pressed meanwhile.
  useLayoutEffect(() => setActive(first), [changed]);
  /** @returns whether the key was an arrow */
  const move = ({ key }: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined || count === 0) return false;
    setActive((Math.max(active, step > 0 ? -1 : 0) + step + count) % count);
    return true;
  };
  return { active, move };
}

/** Attributes of the field of a combobox. @param id of its options @param active an option; -1: none */
export function comboAttributes(id: string, label: string, active: number, isOpen: boolean) {
  return {
    role: 'combobox',
    'aria-label': label,
    'aria-expanded': isOpen,
    'aria-controls': id,
    'aria-autocomplete': 'list',
    'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
    autocomplete: 'off',
    spellcheck: false,
  } as const;
}

interface OptionsProps<Item> {
  /** The id of an option ends with its index. */
  readonly id: string;
  readonly label: string;
  readonly items: readonly Item[];
  readonly active: number;
  readonly isHidden?: boolean;
  readonly onPick: (item: Item) => void;
  readonly children: (item: Item) => ComponentChildren;
}

/** The options below the field of a combobox, which keeps the focus. */
export function Options<Item>({ id, label, items, active, isHidden = false, onPick, children }: OptionsProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <ul ref={list} id={id} role="listbox" aria-label={label} hidden={isHidden} onMouseDown={keepFocus}>
      {items.map((item, index) => (
        <li
          key={index}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onClick={() => onPick(item)}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

function keepFocus(event: Event): void {
  event.preventDefault();
}
