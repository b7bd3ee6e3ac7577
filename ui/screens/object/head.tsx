import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { SearchResultDto } from '../../api/schema.js';
import { go, linkTo } from '../../base/address.js';
import { counted, number } from '../../base/format.js';
import { useKeys } from '../../base/keys.js';
import { KindIcon } from '../../base/kind-icon.js';
import { useMay } from '../../base/session.js';
import { Answered, Copy, Failure } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import { useChange } from '../../base/use-change.js';

/** What the object is, and what can be asked about it. */
export function Head({ object, isDisabled }: { readonly object: SearchResultDto; readonly isDisabled: boolean }) {
  const { objectid: id, kinds, type, domain, tier_zero: isTierZero, system_tags: tags } = object;
  const isOwned = tags.split(' ').includes('owned');
  const canWrite = useMay('graph:write');
  const fromHere = linkTo('/paths', { start_node: id });
  useKeys(
    [
      { keys: 'p', does: 'Paths from here', run: () => go(fromHere) },
      { keys: 'c', does: 'Copy id', run: () => void navigator.clipboard.writeText(id) },
    ],
    [id],
  );
  return (
    <>
      <p class="row">
        <span>
          <KindIcon kind={type} /> {kinds.join(', ')}
        </span>
        {domain !== null && <span>{domain}</span>}
        {isTierZero && <span class="mark tier-zero">Tier zero</span>}
        {isOwned && <span class="mark owned">Owned</span>}
        {isDisabled && <span class="mark disabled">Disabled</span>}
        <Copy text={id} />
      </p>
      <p class="row">
        <a
          class="button main"
          href={linkTo('/paths', { start_node: id, end_tag: 'tier_zero', only_traversable: 'true' })}
        >
          Paths to tier zero
        </a>
        <a class="button" href={linkTo('/paths', { end_node: id, only_traversable: 'true' })}>
          Paths to here
        </a>
        <a class="button" href={fromHere}>
          Paths from here
        </a>
        <a class="button" href={linkTo('/exposure', { end_node: id })}>
          Exposure
        </a>
        {canWrite && !isOwned && <AddTo group={2} title="Owned" label="Mark owned" object={object} />}
        {canWrite && !isTierZero && <AddTo group={1} title="Tier zero" label="Add to tier zero" object={object} />}
      </p>
      <Reach id={id} />
    </>
  );
}

interface AddProps {
  /** Id of the asset group. */
  readonly group: number;
  readonly title: string;
  readonly label: string;
  readonly object: SearchResultDto;
}

function AddTo({ group, title, label, object: { objectid, name } }: AddProps) {
  const { run, error, message } = useChange();
  const path = { asset_group_id: group };
  const body = { add: [{ name, selector: objectid }] };
  const add = call('PUT /api/v2/asset-groups/{asset_group_id}/selectors', { path, body });
  if (message !== '') return <span role="status">{message}</span>;
  return (
    <>
      <button type="button" onClick={() => void run(add, `It is in ${title} after the next analysis.`)}>
        {label}
      </button>
      {error && <Failure error={error} />}
    </>
  );
}

/** Counted on demand: the service counts these calls as ten. */
function Reach({ id }: { readonly id: string }) {
  const [isWanted, want] = useState(false);
  if (!isWanted)
    return (
      <button type="button" onClick={() => want(true)}>
        How far does control reach?
      </button>
    );
  return <ReachSentence id={id} />;
}

function ReachSentence({ id: node }: { readonly id: string }) {
  const out = useAnswer(
    call('GET /api/v2/graphs/reachable', { query: { node, direction: 'out', only_traversable: true } }),
  );
  const back = useAnswer(
    call('GET /api/v2/graphs/reachable', { query: { node, direction: 'in', only_traversable: true } }),
  );
  return (
    <Answered asked={out} lines={1}>
      {({ data: { count, tier_zero: tierZero } }) => (
        <Answered asked={back} lines={1}>
          {({ data }) => (
            <p role="status">
              It reaches {counted(count, 'object')}, {number(tierZero)} of them tier zero.{' '}
              {counted(data.count, 'object')} {data.count === 1 ? 'controls' : 'control'} it.
            </p>
          )}
        </Answered>
      )}
    </Answered>
  );
}
