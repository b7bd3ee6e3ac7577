import { counted } from '../../base/format.js';
import { useMemo } from 'preact/hooks';
import { callTo, type Query } from '../../api/call.js';
import { useKindTexts } from '../../base/kind-texts.js';
import { Answered } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import type { Graph } from '../../picture/graph.js';
import { type ListGraphAnswer, listGraphOf } from '../../picture/list-graph.js';
import { objectLinks } from '../../picture/object-links.js';
import { PictureView } from '../../picture/picture-view.js';

interface RelatedPictureProps {
  /** Object id. */
  readonly id: string;
  readonly label: string;
  /** Where the API has the list. */
  readonly path: string;
  /** Its filters. */
  readonly query: Query;
}

/** Why each object is in a list. */
export function RelatedPicture({ id, label, path, query }: RelatedPictureProps) {
  const asked = useAnswer(callTo<ListGraphAnswer>(path, { ...query, props: undefined, type: 'graph' }));
  return (
    <Answered asked={asked} lines={10}>
      {(answer) => (
        <>
          {answer.data.truncated && (
            <p class="note">
              The picture is cut: it has {counted(answer.data.nodes.length, 'object')}, the nearest first.
            </p>
          )}
          <Drawn id={id} label={label} answer={answer} />
        </>
      )}
    </Answered>
  );
}

interface DrawnProps extends Pick<RelatedPictureProps, 'id' | 'label'> {
  readonly answer: ListGraphAnswer;
}

function Drawn({ id, label, answer }: DrawnProps) {
  const { sentenceOf } = useKindTexts();
  const graph = useMemo(() => listGraphOf(answer), [answer]);
  const ends = isOutbound(graph, id) ? { starts: [id], ends: [] } : { starts: [], ends: [id] };
  return (
    <PictureView
      graph={graph}
      ends={ends}
      label={label}
      sentenceOf={sentenceOf}
      linksOf={() => objectLinks(graph, { type: '' })}
    />
  );
}

/** Whether the object is where the edges begin. */
function isOutbound({ edges }: Graph, id: string): boolean {
  const [from, to] = [edges.filter(({ source }) => source === id), edges.filter(({ target }) => target === id)];
  return from.length >= to.length;
}
