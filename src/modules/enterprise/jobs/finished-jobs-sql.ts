import type { Filter } from '../../../http/list/list-description.js';
import type { JobListRequest } from './jobs.list.js';

/** Condition of the jobs whose collection has ended, and of the indexes `job_finished*`. */
export const finishedScope = `job.status NOT IN ('ready', 'running')`;

const DAY = `interval '24 hours'`;

/** Which column of `finished_job_day` counts by which time. */
const countedTimes: Readonly<Record<string, string>> = { start_time: 'started', end_time: 'ended' };

const operators: Partial<Record<Filter['predicate'], string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** A filter that bounds a time: one of the parameters that the statement has. */
interface Bound {
  readonly column: string;
  readonly isLower: boolean;
  /** The parameter as SQL, and the whole condition. */
  readonly at: string;
  readonly condition: string;
}

/** Those filters that bound a time. A filter that asks for null has no parameter. */
function boundsOf(filters: readonly Filter[]): Bound[] {
  let parameter = 0;
  return filters.flatMap(({ column, predicate, value }) => {
    if (value !== null) parameter++;
    const operator = operators[predicate];
    if (operator === undefined || countedTimes[column] === undefined) return [];
    const at = `$${parameter}::timestamptz`;
    return [{ column, isLower: operator.startsWith('>'), at, condition: `job.${column} ${operator} ${at}` }];
  });
}

/**
 * SQL of the exact count of the finished jobs that a request filters: the sum over counts that triggers keep, where the filters allow it.
 * @param where condition of the filters, whose values are $1, $2 … in their order
 */
export function finishedCountSql(where: string, { filters }: Pick<JobListRequest, 'filters'>): string {
  if (filters.every(({ column }) => column === 'client_id'))
    return `(SELECT COALESCE(sum(job.jobs), 0) FROM finished_job_count AS job WHERE ${where})`;
  const bounds = boundsOf(filters);
  const [first] = bounds;
  if (first && bounds.length === filters.length) {
    if (bounds.every(({ column }) => column === first.column)) return rangeCountSql(bounds, first.column);
    // From a start to an end; a lower bound of ends or an upper one of starts says something else.
    if (bounds.every(({ column, isLower }) => (column === 'start_time') === isLower)) return spanCountSql(bounds);
  }
  return `(SELECT count(*) FROM job WHERE ${finishedScope} AND ${where})`;
}

/** Whole days are summed up; only the jobs of the days in which the range begins and ends are counted one by one. */
function rangeCountSql(bounds: readonly Bound[], column: string): string {
  const [from, to] = [true, false].map((isLower) => bounds.filter((it) => it.isLower === isLower).map(({ at }) => at));
  // The first day that begins after the range does, and the day in which the range ends.
  const first = from?.length ? `date_trunc('day', greatest(${from.join(', ')}), 'UTC') + ${DAY}` : undefined;
  const last = to?.length ? `date_trunc('day', least(${to.join(', ')}), 'UTC')` : undefined;
  const days = [...(first ? [`day >= ${first}`] : []), ...(last ? [`day < ${last}`] : [])].join(' AND ');
  const where = allOf(bounds);
  const count = (limit: string) =>
    `(SELECT count(*) FROM job WHERE ${finishedScope} AND ${where} AND job.${column} ${limit})`;
  const parts = [
    `(SELECT COALESCE(sum(${countedTimes[column]}), 0) FROM finished_job_day WHERE ${days})`,
    ...(first ? [count(`< ${first}`)] : []),
    ...(last ? [count(`>= ${first ? `greatest(${first}, ${last})` : last}`)] : []),
  ];
  return `(${parts.join(' + ')})`;
}

/**
 * Of the jobs that ended from the first moment on (no job ends before it starts) those that had not begun before it. Those that had are on
 * the few days that know of so early a start.
 */
function spanCountSql(bounds: readonly Bound[]): string {
  const [starts, ends] = [bounds.filter(({ isLower }) => isLower), bounds.filter(({ isLower }) => !isLower)];
  const ended = starts.map((it) => ({ ...it, column: 'end_time', condition: `job.end_time >= ${it.at}` }));
  const within = [...ended, ...ends];
  const [first, last] = [
    `greatest(${starts.map(({ at }) => at).join(', ')})`,
    `least(${ends.map(({ at }) => at).join(', ')})`,
  ];
  const begun = `(SELECT COALESCE(sum(jobs), 0) FROM finished_job_day AS days, LATERAL (
      SELECT count(*) AS jobs FROM job WHERE ${finishedScope} AND ${allOf(within)} AND NOT (${allOf(starts)})
        AND job.end_time >= days.day AND job.end_time < days.day + ${DAY}) AS begun
    WHERE days.day >= date_trunc('day', ${first}, 'UTC') AND days.day <= ${last} AND days.earliest_start <= ${first})`;
  return `(${rangeCountSql(within, 'end_time')} - ${begun})`;
}

function allOf(bounds: readonly Bound[]): string {
  return bounds.map(({ condition }) => condition).join(' AND ');
}

/**
 * What the filters say without saying it: no job ends before it starts (`job_span_check`), so that a range from a start to an end is one of
 * ends, which the order of the list finds. SQL that begins with AND, or none.
 */
export function impliedSql({ filters }: Pick<JobListRequest, 'filters'>): string {
  const bounds = boundsOf(filters);
  if (!bounds.some(({ column, isLower }) => column === 'end_time' && !isLower)) return '';
  const starts = bounds.filter((it) => it.column === 'start_time' && it.isLower);
  return starts.map(({ at }) => ` AND job.end_time >= ${at}`).join('');
}

/** A page from here on is found by its day. */
export const deepFrom = 1000;

/** Whether the page lies far down in all finished jobs in their usual order. */
export function isDeep({ filters, order, skip }: Pick<JobListRequest, 'filters' | 'order' | 'skip'>): boolean {
  const [first, ...others] = order;
  const isUsual = first?.column === 'end_time' && first.descending && others.length === 0;
  return skip >= deepFrom && filters.length === 0 && isUsual;
}

/**
 * SQL of the one row `place`: the page begins `skip` jobs below the latest, which is `skip - passed` jobs below the last moment `until` of
 * the day in which it begins.
 */
export function placeSql(skip: string): string {
  return `place AS (
    SELECT COALESCE(min(day) + ${DAY}, 'infinity') AS until, COALESCE(max(passed), 0)::bigint AS passed
    FROM (SELECT day, sum(ended) OVER (ORDER BY day DESC) - ended AS passed FROM finished_job_day) days WHERE passed <= ${skip})`;
}
