import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/call.js';
import type { SearchResultDto } from '../api/schema.js';
import { send, sleep } from '../api/send.js';
import { number } from './format.js';
import { useDraft } from './hooks.js';
import { KindIcon } from './kind-icon.js';
import { comboAttributes, Options, useOption } from './options.js';

const DEBOUNCE_MS = 60;
const SHOWN = 8;

interface Found {
  readonly count: number;
  readonly rows: readonly SearchResultDto[];
}

interface ObjectSearchProps {
  /** Of the input; unique in the document. */
  readonly id: string;
  readonly label: string;
  /** By default the label. */
  readonly placeholder?: string;
  /** The text at first. */
  readonly asked?: string;
  readonly onPick: (row: SearchResultDto, hasAlt: boolean) => void;
  /** Enter without a chosen row; by default nothing happens. */
  readonly onSubmit?: (text: string) => void;
}

/** Search as you type, in the manner of an ARIA combobox. */
export function ObjectSearch({ id, label, placeholder = label, asked = '', onPick, onSubmit }: ObjectSearchProps) {
  const [text, setText] = useDraft(asked);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => findAsTyped(text.trim() === asked ? '' : text.trim(), setFound), [text, asked]);
  const rows = found?.rows ?? [];
  const { active, move } = useOption(rows.length, found, -1);

  const close = () => setFound(null);
  const pick = (row: SearchResultDto, hasAlt = false) => {
    close();
    setText('');
    onPick(row, hasAlt);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && row) pick(row, event.altKey);
    else if (!move(event)) return;
    event.preventDefault();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    close();
    onSubmit?.(text.trim());
  };
  return (
    <search aria-label={label}>
      <form onSubmit={submit}>
        <input
          id={id}
          {...comboAttributes(`${id}-found`, label, active, found !== null)}
          placeholder={placeholder}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => setTimeout(close, 150)}
        />
      </form>
      <Options
        id={`${id}-found`}
        label={label}
        items={rows}
        active={active}
        isHidden={found === null}
        onPick={(row) => pick(row)}
      >
        {({ type, name, domain }) => (
          <>
            <KindIcon kind={type} />
            <span class="name">{name}</span>
            <span class="muted">{domain ?? ''}</span>
          </>
        )}
      </Options>
      <span class="hidden" role="status">
        {found ? (found.count === 0 ? 'No object' : `${number(found.count)} found`) : ''}
      </span>
    </search>
  );
}

/**
 * Searches a moment after the last letter; nothing is found without a text.
 * @returns ends the request
 */
export function findAsTyped(query: string, show: (found: Found | null) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const find = async () => {
    if (query === '') return show(null);
    await sleep(DEBOUNCE_MS, signal);
    const { answer } = await send(call('GET /api/v2/search', { query: { query, limit: SHOWN } }), { signal });
    if (!signal.aborted) show({ count: answer.count, rows: answer.data });
  };
  // A failure shows nothing here. Enter opens the whole list, which shows the reason.
  find().catch(() => show(null));
  return () => controller.abort();
}
