import { useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { Select } from '../base/controls.js';
import { counted } from '../base/format.js';
import { KindIcon } from '../base/kind-icon.js';
import { ObjectSearch } from '../base/object-search.js';
import { breakable } from '../base/parts.js';
import { useAnswer } from '../base/states.js';
import type { End } from './ends.js';
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
export function EndEditor({ label, end, onChange }: EndProps) {
  const [by, setBy] = useState(end.by);
  return (
    <fieldset class="path-end">
      <legend>{label}</legend>
      <Select
        aria-label={`${label}: chosen by`}
        value={by}
        choices={Object.entries(bys)}
        onChange={(value) => setBy(byOf(value))}
      />
      {by === 'node' && <Objects label={label} ids={end.by === 'node' ? end.ids : []} onChange={onChange} />}
      {by === 'kind' && <Kinds label={label} kind={end.by === 'kind' ? end.kind : ''} onChange={onChange} />}
      {by === 'tag' && <Groups label={label} tag={end.by === 'tag' ? end.tag : ''} onChange={onChange} />}
    </fieldset>
  );
}

function byOf(value: string): End['by'] {
  return value === 'kind' || value === 'tag' ? value : 'node';
}

interface ObjectsProps extends Omit<EndProps, 'end'> {
  readonly ids: readonly string[];
}

function Objects({ label, ids, onChange }: ObjectsProps) {
  const change = (next: readonly string[]) => onChange({ by: 'node', ids: next });
  return (
    <>
      <ul class="plain">
        {ids.slice(0, mostShown).map((id) => (
          <ChosenObject key={id} id={id} onRemove={() => change(ids.filter((it) => it !== id))} />
        ))}
        {ids.length > mostShown && <li>and {counted(ids.length - mostShown, 'further object')}</li>}
      </ul>
      <ObjectSearch
        id={label.toLowerCase()}
        label={`${label}: add an object`}
        placeholder={`${label}: add an object`}
        onPick={({ objectid }) => change([...new Set([...ids, objectid])])}
      />
    </>
  );
}

function ChosenObject({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const { name, kind } = useName(id);
  return (
    <li class="chosen">
      {kind !== undefined && <KindIcon kind={kind} />} <bdi>{breakable(name)}</bdi>
      <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
        ×
      </button>
    </li>
  );
}

function Kinds({ label, kind, onChange }: Omit<EndProps, 'end'> & { readonly kind: string }) {
  const { answer } = useAnswer(call('GET /api/v2/graphs/kinds', { query: { type: ['node'] } }));
  const kinds = answer?.data.kinds ?? [];
  return (
    <Select
      aria-label={`${label}: Kind`}
      value={kind}
      choices={kinds.map((it) => [it, it])}
      onChange={(value) => onChange({ by: 'kind', kind: value })}
    />
  );
}

function Groups({ label, tag, onChange }: Omit<EndProps, 'end'> & { readonly tag: string }) {
  const { answer } = useAnswer(call('GET /api/v2/asset-groups'));
  const groups = answer?.data ?? [];
  const options = groups.map((it) => [it.tag === 'admin_tier_0' ? 'tier_zero' : it.tag, it.name] as const);
  return (
    <Select
      aria-label={`${label}: ${bys.tag}`}
      value={tag === 'admin_tier_0' ? 'tier_zero' : tag}
      choices={options}
      onChange={(value) => onChange({ by: 'tag', tag: value })}
    />
  );
}
