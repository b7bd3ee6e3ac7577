import { useEffect, useState } from 'preact/hooks';
import { Input } from '../../base/controls.js';
import { counted, number } from '../../base/format.js';
import { useSettled } from '../../base/hooks.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Button, Lines } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { graphIn, mostNew, neighboursCall } from '../../explore/answers.js';
import type { SceneBox } from '../../explore/scene.js';
import type { PanelProps } from './panel-props.js';

/** The neighbours that are not loaded: a list to search in, from which objects are taken out. */
export function MorePanel({
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
