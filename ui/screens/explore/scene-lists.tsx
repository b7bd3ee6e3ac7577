import { counted } from '../../base/format.js';
import { Button, Lines, Section } from '../../base/parts.js';
import type { History } from '../../explore/history.js';
import type { Placed } from '../../explore/scene-layout.js';
import { lineKey } from '../../explore/scene-shapes.js';

interface SceneListsProps {
  readonly placed: Placed;
  readonly history: History;
  readonly nameOf: (key: string) => string;
  readonly choose: (key: string) => void;
  readonly chooseLine: (line: string) => void;
}

/** Lines that are written out for one box. */
const mostLines = 20;

/** The same boxes and lines as in the picture, which are chosen here, too, and the acts that led to it. */
export function SceneLists({ placed, history, nameOf, choose, chooseLine }: SceneListsProps) {
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
                .map((link) => {
                  const text = `${link.label} → ${nameOf(link.target)}`;
                  return (
                    <Button
                      key={text}
                      label={text}
                      about={`${text} from ${name}`}
                      run={() => chooseLine(lineKey(link))}
                    />
                  );
                })}
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
