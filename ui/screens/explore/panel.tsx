import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import type { EdgeCountsDto } from '../../api/schema.js';
import { Input } from '../../base/controls.js';
import { counted, number } from '../../base/format.js';
import { useSettled } from '../../base/hooks.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Button, EdgeLink, Lines, ObjectLink } from '../../base/parts.js';
import { Ask, Copy } from '../../base/states.js';
import { leavesOf } from '../../explore/acts.js';
import { graphIn, mostNew, neighboursCall } from '../../explore/answers.js';
import type { Direction, Scene, SceneBox, SceneLink } from '../../explore/scene.js';

/** What can be done with the picture. */
export interface PanelActs {
  readonly expand: (of: string, direction: Direction, edge: string, count: number) => unknown;
  readonly take: (objects: readonly string[], from: Extract<SceneBox, { kind: 'more' }>) => unknown;
  readonly hide: (keys: readonly string[]) => unknown;
  readonly fold: (keys: readonly string[]) => unknown;
  readonly unfold: (key: string) => unknown;
  readonly mark: (key: string) => unknown;
  readonly pin: (key: string) => unknown;
  readonly move: (key: string, to: 'up' | 'down' | 'former' | 'next') => unknown;
}

interface PanelProps extends PanelActs {
  readonly scene: Scene;
  readonly chosen: string;
}

/** The box with the focus: what it is, and what can be done with it. */
export function BoxPanel(props: PanelProps) {
  const { scene, chosen } = props;
  const box = scene.boxes.get(chosen);
  const node = scene.nodes.get(chosen);
  if (box?.kind === 'more') return <MorePanel {...props} box={box} />;
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
      <Counts {...props} />
      <p>
        <Copy text={node.objectId} />
      </p>
    </>
  );
}

function Acts({ scene, chosen, hide, fold, unfold, mark, pin, move }: PanelProps) {
  const leaves = leavesOf(scene, chosen);
  return (
    <div class="row">
      <Button label={scene.marked.has(chosen) ? 'Remove mark' : 'Mark'} run={() => mark(chosen)} />
      <Button label="Hide" run={() => hide([chosen])} />
      {leaves.length > 1 && <Button label={`Fold ${number(leaves.length)} leaves`} run={() => fold(leaves)} />}
      {scene.boxes.get(chosen)?.kind === 'folded' && <Button label="Unfold" run={() => unfold(chosen)} />}
      <Button label={scene.pinned.has(chosen) ? 'Unpin' : 'Pin'} run={() => pin(chosen)} />
      <Button label="Up" about="Move up" run={() => move(chosen, 'up')} />
      <Button label="Down" about="Move down" run={() => move(chosen, 'down')} />
      <Button label="Left" about="Move to the layer at the left" run={() => move(chosen, 'former')} />
      <Button label="Right" about="Move to the layer at the right" run={() => move(chosen, 'next')} />
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
                      about={`Expand ${counted(count, 'edge')} ${direction}: ${kind}`}
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

/** The neighbours that are not loaded: a list to search in, from which objects are taken out. */
function MorePanel({
  box,
  scene,
  take,
  hide,
  chosen,
}: PanelProps & { readonly box: Extract<SceneBox, { kind: 'more' }> }) {
  const [text, setText] = useState('');
  const name = useSettled(text);
  useEffect(() => setText(''), [chosen]);
  return (
    <>
      <h2>
        {number(box.count)} more by {box.edge}
      </h2>
      <p class="row">
        <Button label="Hide" run={() => hide([chosen])} />
      </p>
      <Input label="Name" type="search" value={text} onText={setText} />
      <Ask of={neighboursCall(scene, { ...box, name, limit: mostNew })} lines={10}>
        {({ data }) => {
          const found = graphIn(data).nodes;
          return (
            <>
              <p class="row">
                <span role="status">{counted(data.count, 'object')}</span>
                {found.length > 0 && (
                  <Button
                    label={`Take out ${number(found.length)}`}
                    run={() =>
                      take(
                        found.map(({ id }) => id),
                        box,
                      )
                    }
                  />
                )}
              </p>
              <Lines
                of={found}
                line={({ id, name: own, kind, isTierZero }) => (
                  <>
                    <KindIcon kind={kind} />{' '}
                    <Button label={own} about={`Take out ${own}`} run={() => take([id], box)} />{' '}
                    {isTierZero && <span class="mark tier-zero">Tier zero</span>}
                  </>
                )}
              />
            </>
          );
        }}
      </Ask>
    </>
  );
}

/** The edges of a chosen line, each with its explanation. */
export function LinePanel({ scene, link }: { readonly scene: Scene; readonly link: SceneLink }) {
  const nameOf = (id: string) => scene.nodes.get(id)?.name ?? id;
  return (
    <>
      <h2>{counted(link.edges.length, 'edge')}</h2>
      <Lines
        of={link.edges.slice(0, mostNew)}
        line={({ source, target, kind }) => (
          <>
            {nameOf(source)} – <EdgeLink source={source} target={target} kind={kind} />
            {'→ '}
            {nameOf(target)}
          </>
        )}
      />
    </>
  );
}
