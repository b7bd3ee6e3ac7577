import { useRef } from 'preact/hooks';
import { address } from '../../base/address.js';
import { counted } from '../../base/format.js';
import { Lazy } from '../../base/lazy.js';
import { Ask } from '../../base/states.js';
import { graphIn, openCall } from '../../explore/answers.js';
import { mostBoxes } from '../../explore/scene.js';
import { begunWith } from './use-explored.js';
import { Picture } from './picture.js';

interface Shown {
  /** Id of a picture that is kept; null: the objects of the address. */
  readonly picture: string | null;
  readonly nodes: readonly string[];
}

/** Objects of the address, or a picture that is kept, as a picture that grows. */
export function View() {
  const { query } = address.value;
  const asked: Shown = { picture: query.get('picture'), nodes: query.getAll('node').slice(0, mostBoxes) };
  const opened = useRef(asked);
  const last = useRef(asked);
  const kept = useRef<string | null>(null);
  const written = useRef<string | null>(null);
  // Acts replace the address; only another first object or another picture opens another one.
  if (asked.nodes.join() !== written.current && isOther(asked, last.current, kept.current)) {
    opened.current = asked;
    kept.current = null;
  }
  last.current = asked;
  const onKept = (id: string) => {
    kept.current = id;
  };
  const { picture, nodes } = opened.current;
  if (picture !== null) return <Lazy key={picture} load={loadOpened} props={{ id: picture, onKept }} />;
  if (nodes.length === 0) return <Lazy load={loadBegin} props={{}} />;
  return (
    <Ask of={openCall(nodes)} heading={() => 'Explore'} lines={12}>
      {({ data }) => (
        <>
          {data.gone > 0 && <p class="note">{counted(data.gone, 'object')} of it are not there any more.</p>}
          <Picture
            key={nodes.join()}
            written={written}
            start={begunWith(graphIn(data), nodes)}
            kept={null}
            view={null}
            version={null}
            onKept={onKept}
          />
        </>
      )}
    </Ask>
  );
}

function isOther(asked: Shown, last: Shown, kept: string | null): boolean {
  if (asked.picture !== null) return asked.picture !== last.picture && asked.picture !== kept;
  return last.picture !== null || asked.nodes[0] !== last.nodes[0];
}

const loadBegin = () => import('./begin.js').then(({ Begin }) => Begin);

const loadOpened = () => import('./opened.js').then(({ Opened }) => Opened);
