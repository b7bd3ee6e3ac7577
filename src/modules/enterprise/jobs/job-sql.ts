import { arrayToken, numberToken, objectToken } from '../../../database/sql/json-token.js';
import type { ShownGraph } from '../../../graph/memory/graph-keeper.js';
import type { ListDescription } from '../../../http/list/list-description.js';
import { type ListSql, listSql } from '../../../http/list/list-page.js';
import { finishedJobList, jobList, type JobListRequest, jobShape } from './jobs.fields.js';

/** A statement whose one row and column, `json`, is the text of a page `{ count, skip, limit, data }`. */
export interface JobPageStatement {
  readonly text: string;
  readonly values: readonly (string | number | boolean)[];
  /** True for the few texts without filters, which are worth a prepared statement. */
  readonly isCommon: boolean;
}

/** One of the two lists of jobs. */
interface PageKind {
  readonly list: ListDescription<keyof typeof jobList.columns>;
  /** SQL condition on `job`. The indexes `job_finished*` have the same condition for finished jobs. */
  readonly scope: string;
  /** Common texts by order and flags. */
  readonly texts: Map<string, string>;
}

const finishedJobs: PageKind = {
  list: finishedJobList,
  scope: `job.status NOT IN ('ready', 'running')`,
  texts: new Map(),
};

const allJobs: PageKind = { list: jobList, scope: 'true', texts: new Map() };

/** SQL of a page of jobs whose collection has ended. */
export function finishedJobsSql(request: JobListRequest, graph: ShownGraph): JobPageStatement {
  return pageSql(finishedJobs, withImpliedEnd(request), graph);
}

/** SQL of a page of jobs of every state. */
export function jobsSql(request: JobListRequest, graph: ShownGraph): JobPageStatement {
  return pageSql(allJobs, request, graph);
}

/**
 * If a request has a lower bound on `start_time` and an upper bound on `end_time`, adds the lower bound to `end_time` too: no job ends
 * before it starts (`job_span_check`), and the indexes of finished jobs are ordered by `end_time`.
 */
function withImpliedEnd(request: JobListRequest): JobListRequest {
  const { filters } = request;
  if (!filters.some(({ column, predicate }) => column === 'end_time' && predicate.startsWith('lt'))) return request;
  const starts = filters.filter(({ column, predicate }) => column === 'start_time' && predicate.startsWith('gt'));
  const ends = starts.map((filter) => ({ ...filter, column: 'end_time', predicate: 'gte' }) as const);
  return { ...request, filters: [...filters, ...ends] };
}

function pageSql(kind: PageKind, request: JobListRequest, graph: ShownGraph): JobPageStatement {
  const sql = listSql(kind.list, request, graph);
  const { values } = sql;
  const isCommon = request.filters.length === 0 && request.order.length <= 1;
  if (!isCommon) return { text: pageText(kind, request.flags, sql), values, isCommon };
  const { hydrate_ous, hydrate_domains } = request.flags;
  const key = `${sql.orderBy} ${hydrate_ous} ${hydrate_domains}`;
  let text = kind.texts.get(key);
  if (text === undefined) {
    // Subqueries hide the numbers from the planner, so that it keeps one plan instead of making one for each call.
    const page = 'OFFSET (SELECT $3::bigint) LIMIT (SELECT $4::bigint)';
    text = pageText(kind, request.flags, { ...sql, page });
    kind.texts.set(key, text);
  }
  return { text, values, isCommon };
}

/** Reads the ids of the page by an index, and makes JSON of these jobs alone: rows that OFFSET skips are not read. */
function pageText(kind: PageKind, flags: JobListRequest['flags'], { where, orderBy, page, values }: ListSql): string {
  const jobs = `job WHERE ${kind.scope} AND ${where}`;
  const ids = `SELECT job.id FROM ${jobs} ORDER BY ${orderBy} ${page}`;
  const rows = `unnest(ARRAY(${ids})) WITH ORDINALITY AS page (id, place) JOIN job ON job.id = page.id`;
  const json = objectToken({
    count: numberToken(`(SELECT count(*) FROM ${jobs})`),
    skip: numberToken(`$${values.length - 1}::bigint`),
    limit: numberToken(`$${values.length}::bigint`),
    data: arrayToken(jobShape.tokenFor({ ...flags, version: '$1::bigint', obstacle: '$2::text' }), rows, 'page.place'),
  });
  return `SELECT ${json} AS json`;
}
