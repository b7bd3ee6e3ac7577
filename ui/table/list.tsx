import { useState } from 'preact/hooks';
import { callTo } from '../api/call.js';
import type { Operations } from '../api/schema.js';
import { ApiError, saveCsv } from '../api/send.js';
import { go, linkWith, useAddress } from '../base/address.js';
import { Choice } from '../base/filters.js';
import { number } from '../base/format.js';
import { useKeys } from '../base/keys.js';
import { Answered, Failure } from '../base/states.js';
import { entered, type Filter, listQuery, withEntered } from './list-filters.js';
import { type Column, Table } from './table.js';
import { texts } from './texts.js';
import { type Page, PAGE, useRows } from './use-rows.js';

/** Operations that answer a page of rows. */
type ListOperation = {
  [O in keyof Operations]: Operations[O]['answer'] extends Page<unknown> ? O : never;
}[keyof Operations];

export type RowOf<O extends ListOperation> = Operations[O]['answer'] extends Page<infer Row> ? Row : never;

interface ListProps<O extends ListOperation> {
  readonly of: O;
  readonly label: string;
  readonly columns: readonly Column<RowOf<O>>[];
  readonly filters?: readonly Filter[];
  /** The order if the address has none, such as `-at`. */
  readonly sort: string;
  /** Shown if no row exists. */
  readonly none: string;
}

/** A list of the API as a table. Its filters and its order are in the address. */
export function List<O extends ListOperation>({ of, label, columns, filters = [], sort, none }: ListProps<O>) {
  const { query } = useAddress();
  const [fault, setFault] = useState<ApiError | null>(null);
  const order = query.get('sort_by') ?? sort;
  const path = of.replace('GET ', '');
  const flags = filters.filter(({ kind }) => kind === 'flag');
  const chosen = listQuery(filters, query);
  const parameters = { ...chosen, sort_by: order };
  const asked = useRows((skip) => callTo<Page<RowOf<O>>>(path, { ...parameters, skip, limit: PAGE }));
  const save = async () => {
    setFault(null);
    try {
      await saveCsv(callTo(path, parameters), `${label}.csv`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error);
    }
  };
  useKeys([{ keys: 'e', does: texts.csv, run: () => void save() }], [query.toString()]);
  return (
    <section aria-label={label}>
      <div class="row">
        {filters.map(
          (filter) => filter.kind !== 'flag' && <FilterView key={filter.name + filter.kind} filter={filter} />,
        )}
        {flags.length > 0 && (
          <details open={flags.some(({ name }) => query.has(name))}>
            <summary>{texts.more}</summary>
            {flags.map((filter) => (
              <FilterView key={filter.name} filter={filter} />
            ))}
          </details>
        )}
        <button type="button" onClick={() => void save()}>
          {texts.csv}
        </button>
      </div>
      {fault && <Failure error={fault} />}
      <Answered asked={asked} lines={10}>
        {({ count }) => (
          <>
            <p role="status">{count > 0 ? texts.rows(number(count)) : isEmpty(chosen) ? none : texts.noneOfThese}</p>
            {count > 0 && <Table label={label} columns={columns} rows={asked.rows} sort={order} />}
          </>
        )}
      </Answered>
    </section>
  );
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

function FilterView({ filter }: { readonly filter: Filter }) {
  const { query } = useAddress();
  const { name, label, kind, choices = [] } = filter;
  if (kind === 'choice')
    return (
      <Choice name={name} label={label}>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Choice>
    );
  const value = entered(filter, query);
  const enter = (text: string) => go(linkWith({ [name]: withEntered(filter, query, text) }), 'replace');
  if (kind === 'flag')
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === 'true'}
          onChange={(event) => enter(event.currentTarget.checked ? 'true' : '')}
        />
        {label}
      </label>
    );
  return (
    <label>
      {label}
      {kind === 'part' ? (
        <input type="search" value={value} onChange={(event) => enter(event.currentTarget.value)} />
      ) : (
        <input type="date" value={value} onChange={(event) => enter(event.currentTarget.value)} />
      )}
    </label>
  );
}
