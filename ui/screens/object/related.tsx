import { useMemo } from 'preact/hooks';
import { callTo, type Query, type RowsAnswer } from '../../api/call.js';
import type { LinkedEntityDto, SearchResultDto } from '../../api/schema.js';
import { address, linkWith } from '../../base/address.js';
import { useEnvironments } from '../../base/environments.js';
import { counted, day, titleOf } from '../../base/format.js';
import { Ask } from '../../base/states.js';
import { type Graph, type ListGraphAnswer, listGraphOf } from '../../picture/graph.js';
import { ObjectPicture } from '../../picture/picture-view.js';
import { type Filter, List } from '../../table/list.js';
import { entityColumns, ObjectList } from '../../table/object-list.js';

/** Its operations have the parameters of the contract alone. */
const FIXED = 'admin-rights';

/** Of lists that walk groups. */
const only = { 1: 'Only direct ones' };
const depth: Filter = { name: 'depth', label: 'Through groups', kind: 'choice', any: 'Included', choices: only };

interface RelatedProps {
  readonly object: SearchResultDto;
  /** Such as `admin-rights`. */
  readonly list: string;
  /** Where the API has the list. */
  readonly path: string;
}

/** A list of an object as a table or a picture. Filters and order are in the address. */
export function Related({ object, list, path }: RelatedProps) {
  const { objectid, name, environment_id: environment } = object;
  const { query } = address.value;
  const isPicture = query.get('type') === 'graph';
  const seen = useEnvironments()?.find(({ id }) => id === environment)?.lastSeen;
  const title = `${titleOf(list)} of ${name}`;
  const Shown = list === FIXED ? List<LinkedEntityDto> : ObjectList<LinkedEntityDto>;
  return (
    <div>
      <div class="row">
        <h2>{title}</h2>
        <a class="button" href={linkWith({ type: isPicture ? '' : 'graph' })}>
          {isPicture ? 'Show as table' : 'Show as picture'}
        </a>
      </div>
      <Shown
        ask={(asked) => callTo<RowsAnswer>(path, asked)}
        label={title}
        file={list}
        columns={entityColumns}
        filters={query.has('depth') ? [depth] : []}
        sort="name"
        unit="object"
        none={`${name} has no ${titleOf(list)}${seen === undefined ? '' : ` in the data that was last seen on ${day(seen)}`}.`}
        {...(isPicture && {
          shown: (filters) => <RelatedPicture id={objectid} label={title} path={path} query={filters} />,
        })}
      />
    </div>
  );
}

interface RelatedPictureProps extends Pick<RelatedProps, 'path'> {
  /** Object id. */
  readonly id: string;
  readonly label: string;
  /** Filters of the list. */
  readonly query: Query;
}

/** Why each object is in a list. */
function RelatedPicture({ path, query, ...drawn }: RelatedPictureProps) {
  return (
    <Ask of={callTo<ListGraphAnswer>(path, { ...query, props: undefined, type: 'graph' })} lines={10}>
      {(answer) => (
        <>
          {answer.data.truncated && (
            <p class="note">
              The picture is cut: it has {counted(answer.data.nodes.length, 'object')}, the nearest first.
            </p>
          )}
          <Drawn {...drawn} answer={answer} />
        </>
      )}
    </Ask>
  );
}

interface DrawnProps extends Pick<RelatedPictureProps, 'id' | 'label'> {
  readonly answer: ListGraphAnswer;
}

function Drawn({ id, label, answer }: DrawnProps) {
  const graph = useMemo(() => listGraphOf(answer), [answer]);
  const ends = isOutbound(graph, id) ? { starts: [id], ends: [] } : { starts: [], ends: [id] };
  return <ObjectPicture graph={graph} ends={ends} label={label} asTable={{ type: '' }} />;
}

/** Whether the object is where the edges begin. */
function isOutbound({ edges }: Graph, id: string): boolean {
  const [from, to] = [edges.filter(({ source }) => source === id), edges.filter(({ target }) => target === id)];
  return from.length >= to.length;
}
