import { useEffect, useState } from 'preact/hooks';
import { send } from '../../api/send.js';
import { Input } from '../../base/controls.js';
import { counted, number } from '../../base/format.js';
import { useSettled } from '../../base/hooks.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Button, Lines } from '../../base/parts.js';
import { Ask, noteVersion } from '../../base/states.js';
import { added, withMore } from '../../explore/acts.js';
import { addCall, graphIn, mostNew, neighboursCall } from '../../explore/answers.js';
import type { SceneBox } from '../../explore/scene.js';
import type { PanelProps } from './panel-props.js';

interface MorePanelProps extends PanelProps {
  readonly box: Extract<SceneBox, { kind: 'more' }>;
}

/** The neighbours that are not loaded: a list to search in, from which objects are taken out. */
export function MorePanel(props: MorePanelProps) {
  const { box, scene, hide, chosen } = props;
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
                        props,
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
                    <Button label={own} about={`Take out ${own}`} run={() => take([id], props)} />{' '}
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

function take(ids: readonly string[], { box, scene, act, attempt }: MorePanelProps): Promise<void> {
  const { of, direction, edge, count } = box;
  return attempt(async () => {
    const { answer, version } = await send(addCall(scene, ids));
    noteVersion(version);
    const found = graphIn(answer.data);
    act(`Took out ${counted(found.nodes.length, 'object')}`, (it) =>
      withMore(added(it, found, { of, direction }), of, direction, edge, Math.max(0, count - found.nodes.length)),
    );
  });
}
