import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { ApiError, send } from '../../api/send.js';
import type { OpenedPictureDto } from '../../api/schema.js';
import { counted } from '../../base/format.js';
import { Ask, Failure } from '../../base/states.js';
import { graphIn, openCall } from '../../explore/answers.js';
import { countCall, objectsIn, sceneOf } from '../../explore/kept.js';
import { withChanges } from '../../explore/renewal.js';
import type { Graph } from '../../picture/graph.js';
import { Picture, type PictureProps } from './picture.js';

interface OpenedProps {
  readonly id: string;
  readonly onKept: PictureProps['onKept'];
}

/** A picture that is kept, with what the account sees of it. */
export function Opened({ id, onKept }: OpenedProps) {
  const of = call('GET /api/v2/pictures/{picture_id}', { path: { picture_id: id } });
  return (
    <Ask of={of} heading={(answer) => answer?.data.name ?? 'Explore'} lines={12}>
      {({ data }) => (
        <>
          {data.gone > 0 && <p class="note">{counted(data.gone, 'object')} of it are not there any more.</p>}
          {data.changes === null && <p class="note">What changed since it was drawn is not known any more.</p>}
          <Ask of={openCall(objectsIn(data.state))} lines={12}>
            {(answer) => <Counted picture={data} graph={graphIn(answer.data)} onKept={onKept} />}
          </Ask>
        </>
      )}
    </Ask>
  );
}

interface CountedProps {
  readonly picture: OpenedPictureDto;
  readonly graph: Graph;
  readonly onKept: PictureProps['onKept'];
}

/** Counts the neighbours that are not loaded, and shows the picture then. */
function Counted({ picture, graph, onKept }: CountedProps) {
  const { id, name, scope, state, changes } = picture;
  const [counts, setCounts] = useState<ReadonlyMap<number, number> | ApiError>();
  useEffect(() => {
    const count = async () => {
      const found = new Map<number, number>();
      for (const [at, { neighbours }] of state.boxes.entries())
        if (neighbours) found.set(at, (await send(countCall(state, neighbours))).answer.data.count);
      setCounts(found);
    };
    count().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setCounts(error);
    });
  }, []);
  if (counts instanceof ApiError) return <Failure error={counts} />;
  if (!counts) return <div aria-busy="true" />;
  const kept = { id, name, isOwn: scope === 'owned' };
  const since = changes?.length ? (state.graph_version ?? null) : null;
  const start = withChanges(sceneOf(state, graph, counts), changes ?? []);
  return <Picture start={start} kept={kept} view={state.view ?? null} version={since} onKept={onKept} />;
}
