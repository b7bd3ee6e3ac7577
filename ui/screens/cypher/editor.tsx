import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { useKindTexts } from '../../base/kind-texts.js';
import { useAnswer } from '../../base/use-answer.js';
import { completed, completionsOf, type OpenWord, openWordAt, propertiesOf } from './completions.js';
import './cypher.css';

/** Labels that no kind has, but every query knows. */
const TAGS = ['Base', 'AZBase', 'Tag_Tier_Zero', 'Tag_Owned'];
/** Properties that follow from tags. */
const COMPUTED = ['system_tags', 'isTierZero'];
const MACROS = ['AD_ATTACK_PATHS', 'AZ_ATTACK_PATHS', 'ALL_ATTACK_PATHS'];

interface EditorProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onRun: () => void;
  /** Whether the service refused the text as it is. */
  readonly isRefused: boolean;
}

/** The text of a query, with completions of labels, kinds and properties. */
export function Editor({ text, onText, onRun, isRefused }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [word, setWord] = useState<OpenWord | null>(null);
  const [active, setActive] = useState(0);
  const names = useNames();
  const found = word ? completionsOf(word, names(word)) : [];
  useLayoutEffect(() => setActive(0), [word?.text]);

  const complete = (name: string) => {
    if (!word || !area.current) return;
    const next = completed(text, word, name);
    // At once, so that the next key is typed behind the name.
    area.current.value = next.text;
    area.current.setSelectionRange(next.caret, next.caret);
    area.current.focus();
    onText(next.text);
    setWord(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const name = found[active];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onRun();
    else if (name === undefined) return;
    else if (event.key === 'ArrowDown') setActive((active + 1) % found.length);
    else if (event.key === 'ArrowUp') setActive((active + found.length - 1) % found.length);
    else if (event.key === 'Escape') setWord(null);
    else if (event.key === 'Enter' || event.key === 'Tab') complete(name);
    else return;
    event.preventDefault();
  };
  const onInput = ({ currentTarget: { value, selectionStart } }: { currentTarget: HTMLTextAreaElement }) => {
    onText(value);
    setWord(openWordAt(value, selectionStart));
  };
  return (
    <div class="editor">
      <textarea
        ref={area}
        id="query"
        aria-label="Query in Cypher"
        aria-haspopup="listbox"
        aria-controls="query-completions"
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `query-completion-${active}` : undefined}
        aria-invalid={isRefused}
        rows={Math.max(4, text.split('\n').length + 1)}
        spellcheck={false}
        value={text}
        onInput={onInput}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(() => setWord(null), 150)}
      />
      <ul
        id="query-completions"
        role="listbox"
        aria-label="Completions"
        hidden={found.length === 0}
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((name, index) => (
          <li
            key={name}
            id={`query-completion-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => complete(name)}
          >
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** @returns the names that a word may become */
function useNames(): (word: OpenWord) => readonly string[] {
  const { kinds: edges } = useKindTexts();
  const { answer } = useAnswer(call('GET /api/v2/graphs/kinds', { query: { type: ['node'], properties: true } }));
  const { kinds = [], properties = [] } = answer?.data ?? {};
  return ({ of, label }) => {
    if (of === 'property') return [...propertiesOf(properties, label), ...COMPUTED];
    return of === 'kind' ? [...MACROS, ...edges] : [...TAGS, ...kinds];
  };
}
