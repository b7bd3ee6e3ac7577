import { callTo, type RowsAnswer } from '../../api/call.js';
import type { LinkedEntityDto, SearchResultDto } from '../../api/schema.js';
import { linkWith, useAddress } from '../../base/address.js';
import { useEnvironments } from '../../base/environments.js';
import { counted, day, titleOf } from '../../base/format.js';
import { entityColumns } from '../../table/entity-columns.js';
import { List } from '../../table/list.js';
import type { Filter } from '../../table/list-filters.js';
import { ObjectList } from '../../table/object-list.js';
import { RelatedPicture } from './related-picture.js';

/** Its operations have the parameters of the contract alone. */
const FIXED = 'admin-rights';

/** Of lists that walk groups. */
const depth: Filter = {
  name: 'depth',
  label: 'Through groups',
  kind: 'choice',
  any: 'Included',
  choices: [['1', 'Only direct ones']],
};

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
  const { query } = useAddress();
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
        counted={(count) => counted(count, 'object')}
        none={`${name} has no ${titleOf(list)}${seen === undefined ? '' : ` in the data that was last seen on ${day(seen)}`}.`}
        {...(isPicture && {
          shown: (filters) => <RelatedPicture id={objectid} label={title} path={path} query={filters} />,
        })}
      />
    </div>
  );
}
