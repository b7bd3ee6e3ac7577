import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { type Choices, Select } from '../base/controls.js';
import { counted } from '../base/format.js';
import { KindIcon } from '../base/kind-icon.js';
import { ObjectSearch } from '../base/object-search.js';
import { breakable, Button, Lines } from '../base/parts.js';
import { useAnswer } from '../base/states.js';
import { type End, isTierZero } from './ends.js';
import { useName } from './name-of.js';
import './selection.css';

const bys = { node: 'Objects', kind: 'All of a kind', tag: 'Members of a group' } as const;

interface EndProps {
  /** `From` or `To` */
  readonly label: string;
  readonly end: End;
  readonly onChange: (end: End) => void;
}

const mostShown = 10;

/** Chooses the nodes at one end of a question. */
export function EndEditor({ end, ...others }: EndProps) {
  // The choice is made anew if the address has another one.
  return <Editor key={end.by} end={end} {...others} />;
}

function Editor({ label, end, onChange }: EndProps) {
  const [by, setBy] = useState<string>(end.by);
  const choices = useChoices(by);
  return (
    <fieldset class="path-end">
      <legend>{label}</legend>
      <Select aria-label={`${label}: chosen by`} value={by} choices={Object.entries(bys)} onChange={setBy} />
      {by === 'node' ? (
        <Objects
          label={label}
          ids={end.by === 'node' ? end.ids : []}
          onChange={(ids) => onChange({ by: 'node', ids })}
        />
      ) : (
        <Select
          aria-label={`${label}: ${by === 'kind' ? 'Kind' : bys.tag}`}
          value={end.by === by ? nameOf(end) : ''}
          choices={choices}
          onChange={(name) => onChange(by === 'kind' ? { by, kind: name } : { by: 'tag', tag: name })}
        />
      )}
    </fieldset>
  );
}

/** The kinds, or the groups by their tags. */
function useChoices(by: string): Choices {
  const kinds = useAnswer(by === 'kind' ? call('GET /api/v2/graphs/kinds', { query: { type: ['node'] } }) : null);
  const groups = useAnswer(by === 'tag' ? call('GET /api/v2/asset-groups') : null);
  if (by === 'kind') return kinds.answer?.data.kinds.map((it) => [it, it] as const) ?? [];
  return groups.answer?.data.map(({ tag, name }) => [nameOf({ by: 'tag', tag }), name] as const) ?? [];
}

function nameOf(end: End): string {
  if (end.by === 'node') return '';
  return end.by === 'kind' ? end.kind : isTierZero(end) ? 'tier_zero' : end.tag;
}

interface ObjectsProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function Objects({ label, ids, onChange }: ObjectsProps) {
  const add = (id: string) => onChange([...new Set([...ids, id])]);
  return (
    <>
      <Lines
        of={ids.slice(0, mostShown)}
        lineLook="chosen"
        line={(id) => <ChosenObject key={id} id={id} onRemove={() => onChange(ids.filter((it) => it !== id))} />}
      />
      {ids.length > mostShown && <p>and {counted(ids.length - mostShown, 'further object')}</p>}
      <ObjectSearch
        id={label.toLowerCase()}
        label={`${label}: add an object`}
        onPick={({ objectid }) => add(objectid)}
      />
    </>
  );
}

function ChosenObject({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const { name, kind } = useName(id);
  return (
    <>
      {kind !== undefined && <KindIcon kind={kind} />} <bdi>{breakable(name)}</bdi>
      <Button label="×" about={`Remove ${name}`} run={onRemove} />
    </>
  );
}
