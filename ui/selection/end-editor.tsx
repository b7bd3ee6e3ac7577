import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { type Choices, Select } from '../base/controls.js';
import { counted } from '../base/format.js';
import { ObjectSearch } from '../base/object-search.js';
import { Button, Lines } from '../base/parts.js';
import { useAnswer } from '../base/states.js';
import { ConditionEditor } from './condition-editor.js';
import { type End, isTierZero } from './ends.js';
import { NameOf, useName } from './name-of.js';
import './selection.css';

const bys = [
  ['node', 'Objects'],
  ['kind', 'All of a kind'],
  ['tag', 'Members of a group'],
] as const;

interface EndProps {
  /** `From` or `To` */
  readonly label: string;
  readonly end: End;
  readonly onChange: (end: End) => void;
}

/** Chooses the nodes at one end of a question. */
export function EndEditor({ end, ...others }: EndProps) {
  // The choice is made anew if the address has another one.
  return <Editor key={end.by} end={end} {...others} />;
}

function Editor({ label, end, onChange }: EndProps) {
  const [by, setBy] = useState(end.by);
  const choices = useChoices(by);
  return (
    <fieldset>
      <legend>{label}</legend>
      <Select
        aria-label={`${label}: chosen by`}
        value={by}
        choices={bys}
        onChange={(name) => setBy(bys.find(([it]) => it === name)?.[0] ?? by)}
      />
      {by === 'node' ? (
        <Objects label={label} ids={end.by === by ? end.values : []} onChange={(values) => onChange({ by, values })} />
      ) : (
        <Select
          aria-label={`${label}: ${by === 'kind' ? 'Kind' : 'Members of a group'}`}
          value={end.by === by ? choiceOf(end) : ''}
          choices={choices}
          onChange={(name) => onChange({ by, values: [name] })}
        />
      )}
      <ConditionEditor label={`${label}: conditions`} name={label === 'From' ? 'start_where' : 'end_where'} />
    </fieldset>
  );
}

/** The kinds, or the groups by their tags. */
function useChoices(by: End['by']): Choices {
  const kinds = useAnswer(by === 'kind' ? call('GET /api/v2/graphs/kinds', { query: { type: ['node'] } }) : null);
  const groups = useAnswer(by === 'tag' ? call('GET /api/v2/asset-groups') : null);
  if (by === 'kind') return kinds.answer?.data.kinds.map((it) => [it, it] as const) ?? [];
  return groups.answer?.data.map(({ tag, name }) => [choiceOf({ by: 'tag', values: [tag] }), name] as const) ?? [];
}

/** A kind, or the tag of a group. */
function choiceOf(end: End): string {
  return isTierZero(end) ? 'tier_zero' : (end.values[0] ?? '');
}

const mostShown = 10;

interface ObjectsProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function Objects({ label, ids, onChange }: ObjectsProps) {
  return (
    <>
      <Lines
        of={ids.slice(0, mostShown)}
        lineLook="chosen"
        line={(id) => <Chosen key={id} id={id} onRemove={() => onChange(ids.filter((it) => it !== id))} />}
      />
      {ids.length > mostShown && <p>and {counted(ids.length - mostShown, 'further object')}</p>}
      <ObjectSearch
        id={label.toLowerCase()}
        label={`${label}: add an object`}
        onPick={({ objectid }) => onChange([...new Set([...ids, objectid])])}
      />
    </>
  );
}

function Chosen({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  return (
    <>
      <NameOf id={id} />
      <Button label="×" about={`Remove ${useName(id).name}`} run={onRemove} />
    </>
  );
}
