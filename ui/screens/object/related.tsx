import { useState } from 'preact/hooks';
import { callTo, type RowsAnswer } from '../../api/call.js';
import type { EntityDto, SearchResultDto } from '../../api/schema.js';
import { ApiError, saveCsv } from '../../api/send.js';
import { linkTo, linkWith, useAddress } from '../../base/address.js';
import { useEnvironments } from '../../base/environments.js';
import { EntityFilters, entityFilterOf } from '../../base/filters.js';
import { counted, titleOf } from '../../base/format.js';
import { KindIcon } from '../../base/kind-icon.js';
import { useKeys } from '../../base/keys.js';
import { Answered, Failure } from '../../base/states.js';
import { type Column, Table } from '../../table/table.js';
import { PAGE, useRows } from '../../table/use-rows.js';
import { RelatedPicture } from './related-picture.js';
import { texts } from './texts.js';

const columns: readonly Column<EntityDto>[] = [
  {
    title: texts.name,
    width: '2fr',
    sort: 'name',
    cell: ({ objectID: id, name, label }) => (
      <>
        <KindIcon kind={label} /> <a href={linkTo(`/o/${encodeURIComponent(id)}`)}>{name}</a>
      </>
    ),
  },
  { title: texts.kind, width: '9rem', sort: 'label', isExtra: true, cell: ({ label }) => label },
  { title: texts.id, sort: 'objectID', isExtra: true, cell: ({ objectID: id }) => <code>{id}</code> },
];

interface RelatedProps {
  readonly object: SearchResultDto;
  /** Such as `admin-rights`. */
  readonly list: string;
  /** Where the API has the list. */
  readonly path: string;
}

/** A list of an object as a table. Filters and order are in the address. */
export function Related({ object, list, path }: RelatedProps) {
  const { objectid, name, environment_id: environment } = object;
  const { query } = useAddress();
  const [fault, setFault] = useState<ApiError | null>(null);
  const environments = useEnvironments();
  const sort = query.get('sort_by') ?? 'name';
  const filter = entityFilterOf(query);
  const parameters = { ...filter, sort_by: sort };
  const asked = useRows((skip) => callTo<RowsAnswer>(path, { ...parameters, skip, limit: PAGE }));
  const title = texts.listOf(titleOf(list), name);
  const isPicture = query.get('type') === 'graph';
  const save = async () => {
    setFault(null);
    try {
      await saveCsv(callTo(path, parameters), `${list}.csv`);
    } catch (error) {
      if (error instanceof ApiError) setFault(error);
      else throw error;
    }
  };
  useKeys([{ keys: 'e', does: texts.csv, run: () => void save() }], [path, query.toString()]);
  const seen = environments?.find(({ id }) => id === environment)?.lastSeen;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p class="row">
        <EntityFilters environments={environments} />
        <button type="button" onClick={() => void save()}>
          {texts.csv}
        </button>
        <a class="button" href={linkWith({ type: isPicture ? '' : 'graph' })}>
          {isPicture ? texts.asTable : texts.asPicture}
        </a>
      </p>
      {fault && <Failure error={fault} />}
      <Answered asked={asked} lines={10}>
        {({ count }) =>
          count === 0 ? (
            <p role="status">
              {Object.keys(filter).length > 0 ? texts.emptyFiltered : texts.emptyList(titleOf(list), name, seen)}
            </p>
          ) : (
            <>
              <p role="status">{counted(count, 'object')}</p>
              {isPicture ? (
                <RelatedPicture id={objectid} label={title} path={path} filter={filter} />
              ) : (
                <Table label={title} columns={columns} rows={asked.rows} sort={sort} />
              )}
            </>
          )
        }
      </Answered>
    </section>
  );
}
