import { call } from '../../api/call.js';
import type { EdgeCountsDto } from '../../api/schema.js';
import { Input } from '../../base/controls.js';
import { counted, number } from '../../base/format.js';
import { Lazy } from '../../base/lazy.js';
import { Button, Lines, ObjectLink } from '../../base/parts.js';
import { may } from '../../base/session.js';
import { Ask, Copy } from '../../base/states.js';
import { leavesOf } from '../../explore/acts.js';
import type { PanelProps } from './panel-props.js';

const loadMore = () => import('./more-panel.js').then(({ MorePanel }) => MorePanel);

/** The box with the focus: what it is, and what can be done with it. */
export function BoxPanel(props: PanelProps) {
  const { scene, chosen } = props;
  const box = scene.boxes.get(chosen);
  const node = scene.nodes.get(chosen);
  if (box?.kind === 'more') return <Lazy load={loadMore} props={{ ...props, box }} />;
  if (box?.kind === 'folded')
    return (
      <>
        <h2>{counted(box.members.length, 'folded object')}</h2>
        <Acts {...props} />
        <Lines
          of={box.members.flatMap((it) => scene.nodes.get(it) ?? [])}
          line={({ id, name, kind }) => <ObjectLink id={id} name={name} kind={kind} />}
        />
      </>
    );
  if (!node) return null;
  return (
    <>
      <h2>
        <ObjectLink id={node.objectId} name={node.name} kind={node.kind} isWrapped />
      </h2>
      <p class="row">
        <span class="muted">{node.kind}</span>
        {node.isTierZero && <span class="mark tier-zero">Tier zero</span>}
        {node.isOwned && <span class="mark owned">Owned</span>}
        {node.isDisabled && <span class="mark disabled">Disabled</span>}
      </p>
      <Acts {...props} />
      <Input label="Note" value={scene.notes.get(chosen) ?? ''} onEnter={(text) => props.note(chosen, text.trim())} />
      <Counts {...props} />
      <p>
        <Copy text={node.objectId} />
      </p>
    </>
  );
}

function Acts({ scene, chosen, hide, fold, unfold, mark, pin, move, askGroup }: PanelProps) {
  const leaves = leavesOf(scene, chosen);
  const box = scene.boxes.get(chosen);
  const members = box?.kind === 'folded' ? box.members : [chosen];
  const objects = may('graph:write') ? members.flatMap((it) => scene.nodes.get(it) ?? []) : [];
  return (
    <div class="row">
      <Button label={scene.marked.has(chosen) ? 'Remove mark' : 'Mark'} run={() => mark(chosen)} />
      <Button label="Hide" run={() => hide([chosen])} />
      {leaves.length > 1 && <Button label={`Fold ${number(leaves.length)} leaves`} run={() => fold(leaves)} />}
      {box?.kind === 'folded' && <Button label="Unfold" run={() => unfold(chosen)} />}
      <Button label={scene.pinned.has(chosen) ? 'Unpin' : 'Pin'} run={() => pin(chosen)} />
      <Button label="Up" run={() => move(chosen, 'up')} />
      <Button label="Down" run={() => move(chosen, 'down')} />
      <Button label="Left" run={() => move(chosen, 'former')} />
      <Button label="Right" run={() => move(chosen, 'next')} />
      {objects.some(({ isOwned }) => !isOwned) && (
        <Button label="Mark owned" run={() => askGroup({ group: 'owned', objects })} />
      )}
      {objects.some(({ isTierZero }) => !isTierZero) && (
        <Button label="Add to tier zero" run={() => askGroup({ group: 'tierZero', objects })} />
      )}
    </div>
  );
}

const directions = [
  ['out', 'Edges out'],
  ['in', 'Edges in'],
] as const;

/** Edges by direction and kind, with their numbers before they are loaded. */
function Counts({ chosen, expand }: PanelProps) {
  const path = { object_id: chosen };
  return (
    <Ask of={call('GET /api/v2/base/{object_id}/edges/counts', { path })} lines={6}>
      {({ data }: { readonly data: EdgeCountsDto }) => (
        <>
          {directions.map(([direction, title]) => (
            <section key={direction} aria-label={title}>
              <h3>{title}</h3>
              {data[direction].length === 0 && <p class="muted">None</p>}
              <Lines
                of={data[direction]}
                line={({ kind, count, tier_zero: ofTierZero }) => (
                  <>
                    <Button
                      label={`${kind} ${number(count)}`}
                      about={`${kind} ${number(count)}: expand ${direction}`}
                      run={() => expand(chosen, direction, kind, count)}
                    />{' '}
                    {ofTierZero > 0 && <span class="mark tier-zero">{number(ofTierZero)} tier zero</span>}
                  </>
                )}
              />
            </section>
          ))}
        </>
      )}
    </Ask>
  );
}
