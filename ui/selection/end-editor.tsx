import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { Select } from '../base/controls.js';
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
  const kinds = useAnswer(by === 'kind' ? call('GET /api/v2/graphs/kinds', { query: { type: ['node'] } }) : null);
  const groups = useAnswer(by === 'tag' ? call('GET /api/v2/asset-groups') : null);
  return (
    <fieldset class="path-end">
      <legend>{label}</legend>
      <Select aria-label={`${label}: chosen by`} value={by} choices={Object.entries(bys)} onChange={setBy} />
      {by === 'node' && (
        <Objects
          label={label}
          ids={end.by === 'node' ? end.ids : []}
          onChange={(ids) => onChange({ by: 'node', ids })}
        />
      )}
      {by === 'kind' && (
        <Select
          aria-label={`${label}: Kind`}
          value={end.by === 'kind' ? end.kind : ''}
          choices={kinds.answer?.data.kinds.map((it) => [it, it]) ?? []}
          onChange={(kind) => onChange({ by: 'kind', kind })}
        />
      )}
      {by === 'tag' && (
        <Select
          aria-label={`${label}: ${bys.tag}`}
          value={isTierZero(end) ? 'tier_zero' : end.by === 'tag' ? end.tag : ''}
          choices={groups.answer?.data.map((it) => [tagOf(it.tag), it.name]) ?? []}
          onChange={(tag) => onChange({ by: 'tag', tag })}
        />
      )}
    </fieldset>
  );
}

function tagOf(tag: string): string {
  return isTierZero({ by: 'tag', tag }) ? 'tier_zero' : tag;
}

interface ObjectsProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function Objects({ label, ids, onChange }: ObjectsProps) {
  const text = `${label}: add an object`;
  const add = (id: string) => onChange([...new Set([...ids, id])]);
  return (
    <>
      <Lines
        of={ids.slice(0, mostShown)}
        lineLook="chosen"
        line={(id) => <ChosenObject key={id} id={id} onRemove={() => onChange(ids.filter((it) => it !== id))} />}
      />
      {ids.length > mostShown && <p>and {counted(ids.length - mostShown, 'further object')}</p>}
      <ObjectSearch id={label.toLowerCase()} label={text} placeholder={text} onPick={({ objectid }) => add(objectid)} />
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
