import { useRef, useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { useKindTexts } from '../../base/kind-texts.js';
import { Options, useOption } from '../../base/options.js';
import { useAnswer } from '../../base/states.js';
import { completed, completionsOf, type OpenWord, openWordAt, propertiesOf } from './completions.js';

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
  const names = useNames();
  const found = word ? completionsOf(word, names(word)) : [];
  const { active, move } = useOption(found.length, word?.text);

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
    else if (event.key === 'Escape') setWord(null);
    else if (event.key === 'Enter' || event.key === 'Tab') complete(name);
    else if (!move(event)) return;
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
        aria-activedescendant={found.length > 0 ? `query-completions-${active}` : undefined}
        aria-invalid={isRefused}
        rows={Math.max(4, text.split('\n').length + 1)}
        spellcheck={false}
        value={text}
        onInput={onInput}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(() => setWord(null), 150)}
      />
      <Options
        id="query-completions"
        label="Completions"
        items={found}
        active={active}
        isHidden={found.length === 0}
        onPick={complete}
      >
        {(name) => name}
      </Options>
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
