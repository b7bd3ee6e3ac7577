import { arrayToken, numberToken, objectToken } from '../../../database/json-token.js';
import type { ListDescription } from '../../../http/list/list-description.js';
import { type ListSql, listSql } from '../../../http/list/list-sql.js';
import { finishedCountSql, finishedScope, impliedSql, isDeep, placeSql } from './finished-jobs-sql.js';
import { jobItemSql } from './job-item-sql.js';
import { finishedJobList, jobList, type JobListRequest } from './jobs.list.js';

/** A statement that gives one row with one column, `json`: the text of the page `{ count, skip, limit, data }`. */
export interface JobPageStatement {
  readonly text: string;
  readonly values: readonly (string | number | boolean)[];
  /** Whether the text is one of few, so that it pays to have it prepared. */
  readonly isCommon: boolean;
}

interface PageKind {
  readonly list: ListDescription<keyof typeof jobList.columns>;
  /** Condition of the jobs that the list is of. */
  readonly scope: string;
  /** SQL of the exact count of the rows that a request filters. */
  readonly count: (where: string, request: JobListRequest) => string;
  /** What follows from the filters and finds jobs faster. */
  readonly implied: (request: JobListRequest) => string;
  /** Whether the page is to be found by `finished_job_day`. */
  readonly isDeep: (request: JobListRequest) => boolean;
  /** Texts of the common requests, by what sets them apart. */
  readonly texts: Map<string, string>;
}

const finishedJobs: PageKind = {
  list: finishedJobList,
  scope: finishedScope,
  count: finishedCountSql,
  implied: impliedSql,
  isDeep,
  texts: new Map(),
};

const allJobs: PageKind = {
  list: jobList,
  scope: 'true',
  count: (where) => `(SELECT count(*) FROM job WHERE ${where})`,
  implied: () => '',
  isDeep: () => false,
  texts: new Map(),
};

/** How a statement comes to the rows of its page. */
interface Window {
  /** What stands before SELECT. */
  readonly head?: string;
  /** A condition that leaves out what comes before the page. */
  readonly from?: string;
  readonly page: string;
}

const window: Window = { page: 'OFFSET (SELECT $1::bigint) LIMIT (SELECT $2::bigint)' };

const deepWindow: Window = {
  head: `WITH ${placeSql('$1::bigint')} `,
  from: ' AND job.end_time < (SELECT until FROM place)',
  page: 'OFFSET (SELECT $1::bigint - passed FROM place) LIMIT (SELECT $2::bigint)',
};

/** The finished jobs that a request asks for; its condition is that of the indexes `job_finished` and `job_finished_client`. */
export function finishedJobsSql(request: JobListRequest): JobPageStatement {
  return pageSql(finishedJobs, request);
}

/** The jobs of every state that a request asks for. */
export function jobsSql(request: JobListRequest): JobPageStatement {
  return pageSql(allJobs, request);
}

function pageSql(kind: PageKind, request: JobListRequest): JobPageStatement {
  const said = listSql(kind.list, request);
  const sql = { ...said, where: said.where + kind.implied(request) };
  const isCommon = request.filters.length === 0 && request.order.length <= 1;
  if (!isCommon) return { text: pageText(kind, request, sql, { page: sql.page }), values: sql.values, isCommon };
  const { hydrate_ous, hydrate_domains } = request.flags;
  const deep = kind.isDeep(request);
  const key = `${sql.orderBy} ${hydrate_ous} ${hydrate_domains} ${deep}`;
  let text = kind.texts.get(key);
  if (text === undefined) {
    // In a subquery the planner can't see the numbers, so that its plan suits all of them: it keeps one plan instead of making it
    // anew for each call.
    text = pageText(kind, request, sql, deep ? deepWindow : window);
    kind.texts.set(key, text);
  }
  return { text, values: sql.values, isCommon };
}

/** Finds the ids of the page by an index first, and builds JSON for these alone (docs/jobs.md has the figures). */
function pageText(
  kind: PageKind,
  request: JobListRequest,
  sql: ListSql,
  { head = '', from = '', page }: Window,
): string {
  const { where, orderBy, values } = sql;
  const ids = `SELECT job.id FROM job WHERE ${kind.scope} AND ${where}${from} ORDER BY ${orderBy} ${page}`;
  const rows = `unnest(ARRAY(${ids})) WITH ORDINALITY AS page (id, place) JOIN job ON job.id = page.id`;
  const json = objectToken({
    count: numberToken(kind.count(where, request)),
    skip: numberToken(`$${values.length - 1}::bigint`),
    limit: numberToken(`$${values.length}::bigint`),
    data: arrayToken(jobItemSql(request.flags), rows, 'page.place'),
  });
  return `${head}SELECT ${json} AS json`;
}
