import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/call.js';
import type { SearchResultDto } from '../api/schema.js';
import { send } from '../api/send.js';
import { go, linkTo, useAddress } from '../base/address.js';
import { KindIcon } from '../base/kind-icon.js';
import { useKeys } from '../base/keys.js';
import { sleep } from '../api/wait.js';
import { texts } from './texts.js';

const DEBOUNCE_MS = 60;
const SHOWN = 8;

interface Found {
  readonly count: number;
  readonly rows: readonly SearchResultDto[];
}

/** Search as you type, in the manner of an ARIA combobox. */
export function SearchBox() {
  const { path, query } = useAddress();
  const asked = path === '/' ? (query.get('query') ?? '') : '';
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(asked);
  const [found, setFound] = useState<Found | null>(null);
  const [active, setActive] = useState(-1);
  useEffect(() => setText(asked), [asked]);
  useKeys([{ keys: '/', does: texts.search, run: () => input.current?.focus() }]);
  useEffect(() => findAsTyped(text.trim() === asked ? '' : text.trim(), setFound), [text, asked]);
  useEffect(() => setActive(-1), [found]);

  const close = () => setFound(null);
  const open = ({ objectid }: SearchResultDto, asStart = false) => {
    close();
    setText('');
    go(asStart ? linkTo('/paths', { start_node: objectid }) : linkTo(`/o/${encodeURIComponent(objectid)}`));
  };
  const rows = found?.rows ?? [];
  const move = (step: number) =>
    setActive(rows.length === 0 ? -1 : (Math.max(active, step > 0 ? -1 : 0) + step + rows.length) % rows.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && row) open(row, event.altKey);
    else return;
    event.preventDefault();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    close();
    go(linkTo('/', { query: text.trim() }));
  };
  return (
    <search>
      <form onSubmit={onSubmit}>
        <input
          ref={input}
          role="combobox"
          aria-label={texts.search}
          aria-expanded={found !== null}
          aria-controls="found"
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `found-${active}` : undefined}
          placeholder={texts.searchHint}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => setTimeout(close, 150)}
        />
      </form>
      <ul id="found" role="listbox" aria-label={texts.search} hidden={found === null}>
        {rows.map((row, index) => (
          <li
            key={row.objectid}
            id={`found-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => open(row)}
          >
            <KindIcon kind={row.type} />
            <span class="name">{row.name}</span>
            <span class="muted">{row.domain ?? ''}</span>
          </li>
        ))}
      </ul>
      <span class="hidden" role="status">
        {found ? texts.results(found.count) : ''}
      </span>
    </search>
  );
}

/** @returns ends the request */
function findAsTyped(query: string, show: (found: Found | null) => void): () => void {
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
