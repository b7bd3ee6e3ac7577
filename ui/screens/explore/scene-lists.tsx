import { counted } from '../../base/format.js';
import { Button, Lines, Section } from '../../base/parts.js';
import type { History } from '../../explore/history.js';
import type { Placed } from '../../explore/scene-layout.js';

interface SceneListsProps {
  readonly placed: Placed;
  readonly history: History;
  readonly nameOf: (key: string) => string;
  readonly choose: (key: string) => void;
}

/** Lines that are written out for one box. */
const mostLines = 20;

/** The same boxes and edges as in the picture, and the acts that led to it. */
export function SceneLists({ placed, history, nameOf, choose }: SceneListsProps) {
  const { past, present } = history;
  const acts = past.length > 0 ? [...past.slice(1), present] : [];
  return (
    <>
      <Section title={counted(placed.boxes.length, 'box', 'boxes')}>
        <Lines
          of={placed.boxes}
          line={({ key, name, kind }) => (
            <>
              <Button label={name} run={() => choose(key)} /> <span class="muted">{kind}</span>{' '}
              {placed.links
                .filter(({ source }) => source === key)
                .slice(0, mostLines)
                .map(({ label, target }) => `${label} → ${nameOf(target)}`)
                .join('; ')}
            </>
          )}
        />
      </Section>
      <Section title={counted(acts.length, 'act')}>
        <Lines of={acts} line={({ act }) => act} />
      </Section>
    </>
  );
}
