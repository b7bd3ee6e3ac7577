import { useEffect } from 'preact/hooks';
import { call, callTo, type PanelAnswer } from '../../api/call.js';
import type { SearchResultDto } from '../../api/schema.js';
import { Heading } from '../../base/heading.js';
import { noteRecent } from '../../base/recent.js';
import { Answered } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import type { ViewProps } from '../screen.js';
import { listsOf } from './entity-lists.js';
import { Head } from './head.js';
import { Lists } from './lists.js';
import { Properties } from './properties-view.js';

/** One object: what it is, its lists, its properties. */
export function View({ parts: { id = '' } }: ViewProps) {
  // A search answers with the object that has the id before all others.
  const asked = useAnswer(call('GET /api/v2/search', { query: { query: id, limit: 1 } }));
  return (
    <Answered asked={asked} lines={8}>
      {({ data: [found] }) =>
        found && found.objectid.toUpperCase() === id.toUpperCase() ? <Known object={found} /> : <Unknown id={id} />
      }
    </Answered>
  );
}

function Unknown({ id }: { readonly id: string }) {
  return (
    <>
      <Heading text={`There is no object with the id ${id}`} />
      <p>It may have expired with its data, or the address is not complete.</p>
    </>
  );
}

function Known({ object }: { readonly object: SearchResultDto }) {
  const { objectid: id, name, type: kind, href } = object;
  const asked = useAnswer(callTo<PanelAnswer>(href));
  useEffect(() => noteRecent({ id, name, kind }), [id]);
  return (
    <>
      <Heading text={name} />
      <Head object={object} isDisabled={asked.answer?.data.props['enabled'] === false} />
      <Answered asked={asked} lines={12}>
        {({ data }) => (
          <>
            <Lists object={object} lists={listsOf(data)} />
            <Properties props={data.props} />
          </>
        )}
      </Answered>
    </>
  );
}
