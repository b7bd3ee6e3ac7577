import type { ComponentChildren } from 'preact';
import type { Call, Query } from '../api/call.js';
import type { ApiError } from '../api/send.js';
import { address, go, linkWith } from '../base/address.js';
import { Check, Choice, EnvironmentChoice, Input, KindChoice } from '../base/controls.js';
import { useChange } from '../base/form.js';
import { counted } from '../base/format.js';
import { useDraft } from '../base/hooks.js';
import { useKeys } from '../base/keys.js';
import { Button, Heading } from '../base/parts.js';
import { Answered, Failure } from '../base/states.js';
import { entered, type Filter, filtersOf, listQuery, withEntered } from './list-filters.js';
import { type Column, Table, TallTable } from './table.js';
import { type Page, PAGE, useRows } from './use-rows.js';

export type { Column, Filter, Page };

export interface ListProps<Row, Answer extends Page<Row> = Page<Row>> {
  /** The call of a page. The query has the values that the address has for filters, order and `parameters`. */
  readonly ask: (query: Query) => Call<Answer & Page<Row>>;
  /** By default the heading or the title. */
  readonly label?: string;
  /** The h1, if the list is a screen of its own. */
  readonly heading?: string;
  /** The h2, if it is a part of a screen. */
  readonly title?: string;
  /** Below the heading. */
  readonly note?: string;
  /** Above the list. */
  readonly before?: ComponentChildren;
  /** The name of the file with all rows; by default the label. */
  readonly file?: string;
  readonly columns: readonly Column<Row>[];
  readonly filters?: readonly Filter[];
  /** Names of further parameters of the API in the address. */
  readonly parameters?: readonly string[];
  /** The order if the address has none, such as `-at`. Undefined: the default of the service. */
  readonly sort?: string;
  /** Shown if no row exists. */
  readonly none: string;
  /** Shown if filters leave no row. */
  readonly noneLeft?: string;
  /** What a row is: its singular, or its singular and plural. */
  readonly unit?: string | readonly [one: string, several: string];
  /** Stands between the filters and the rows. */
  readonly children?: ComponentChildren;
  /** What an answer says beside its rows. */
  readonly summary?: (answer: Answer) => ComponentChildren;
  /** Shown instead of an error that is an expected answer. Nothing: the error is shown. */
  readonly expected?: (error: ApiError) => ComponentChildren;
  /** Whether cells have several lines. */
  readonly isTall?: boolean;
  /** Shown instead of a table. */
  readonly shown?: ((query: Query) => ComponentChildren) | undefined;
}

/** A list of the API as a table, with its heading if it has one. Its filters and its order are in the address. */
export function List<Row, Answer extends Page<Row> = Page<Row>>(props: ListProps<Row, Answer>) {
  const { heading, title, note, before } = props;
  return (
    <>
      {heading !== undefined && <Heading text={heading} />}
      {note !== undefined && <p class="muted">{note}</p>}
      {before}
      {title !== undefined && <h2>{title}</h2>}
      <Rows {...props} label={props.label ?? heading ?? title ?? ''} />
    </>
  );
}

type RowsProps<Row, Answer extends Page<Row>> = ListProps<Row, Answer> & { readonly label: string };

function Rows<Row, Answer extends Page<Row>>(props: RowsProps<Row, Answer>) {
  const { ask, label, file = label, columns, parameters = [], none, unit = 'row', summary, shown } = props;
  const { noneLeft = 'Nothing matches these filters.' } = props;
  const Shown = props.isTall ? TallTable<Row> : Table<Row>;
  const filters = [...columns.flatMap(filtersOf), ...(props.filters ?? [])];
  const { query } = address.value;
  const { save: saveAs, error: fault } = useChange();
  const [one, several] = typeof unit === 'string' ? [unit] : unit;
  const sort = query.get('sort_by') ?? props.sort;
  const limits = listQuery([...filters.map(({ name }) => name), ...parameters], query);
  const asked = useRows((skip) => ask({ ...limits, sort_by: sort, skip, limit: PAGE }));
  const save = () => saveAs(ask({ ...limits, sort_by: sort }), `${file}.csv`);
  useKeys([{ keys: 'e', does: 'CSV', run: () => void save() }], [label, query.toString()]);
  const isLimited = Object.keys(limits).length > 0;
  return (
    <section aria-label={label}>
      <div class="row">
        <Filters filters={filters.filter(({ kind }) => kind !== 'flag')} />
        <Flags flags={filters.filter(({ kind }) => kind === 'flag')} />
        <Button label="CSV" run={save} />
      </div>
      {props.children}
      {fault && <Failure error={fault} />}
      <Answered asked={asked} lines={10} expected={props.expected}>
        {(answer) => (
          <>
            {summary?.(answer)}
            <p role="status">{answer.count > 0 ? counted(answer.count, one, several) : isLimited ? noneLeft : none}</p>
            {answer.count > 0 &&
              (shown?.(limits) ?? <Shown label={label} columns={columns} rows={asked.rows} sort={sort} />)}
          </>
        )}
      </Answered>
    </section>
  );
}

function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  return filters.map((filter) => <FilterView key={filter.name + filter.kind} filter={filter} />);
}

function Flags({ flags }: { readonly flags: readonly Filter[] }) {
  const { query } = address.value;
  if (flags.length === 0) return null;
  return (
    <details open={flags.some(({ name }) => query.has(name))}>
      <summary>More filters</summary>
      <Filters filters={flags} />
    </details>
  );
}

function FilterView({ filter }: { readonly filter: Filter }) {
  const { query } = address.value;
  const { name, label, kind, any, choices = {} } = filter;
  const value = entered(filter, query);
  const [text, write] = useDraft(value);
  if (kind === 'choice') return <Choice name={name} label={label} any={any} choices={choices} />;
  if (kind === 'environment') return <EnvironmentChoice name={name} />;
  if (kind === 'node-kind') return <KindChoice name={name} />;
  const enter = (next: string) => go(linkWith({ [name]: withEntered(filter, query, next) }), 'replace');
  if (kind === 'flag')
    return (
      <Check isChecked={value === 'true'} onChange={(is) => enter(is ? 'true' : '')}>
        {label}
      </Check>
    );
  if (kind !== 'part') return <Input label={label} type="date" value={value} onEnter={enter} />;
  return <Input label={label} type="search" value={text} onText={write} onEnter={enter} />;
}
