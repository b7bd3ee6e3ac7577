import type { Filter } from '../../http/list/list-description.js';
import type { JobListRequest } from './jobs.list.js';

/** Condition of the jobs whose collection has ended, and of the indexes `job_finished*`. */
export const finishedScope = `job.status NOT IN ('ready', 'running')`;

const DAY = `interval '24 hours'`;

/** Which column of `finished_job_day` counts by which time. */
const countedTimes: Readonly<Record<string, string>> = { start_time: 'started', end_time: 'ended' };

const lower: readonly Filter['predicate'][] = ['gt', 'gte'];
const upper: readonly Filter['predicate'][] = ['lt', 'lte'];

/**
 * SQL of the exact count of the finished jobs that a request filters: the sum over counts that triggers keep, where the filters allow it.
 * @param where condition of the filters, whose values are $1, $2 … in their order
 */
export function finishedCountSql(where: string, { filters }: Pick<JobListRequest, 'filters'>): string {
  if (filters.every(({ column }) => column === 'client_id'))
    return `(SELECT COALESCE(sum(job.jobs), 0) FROM finished_job_count AS job WHERE ${where})`;
  const [first] = filters;
  const counted = first && countedTimes[first.column];
  const isRange = filters.every((it) => it.column === first?.column && [...lower, ...upper].includes(it.predicate));
  if (!first || counted === undefined || !isRange)
    return `(SELECT count(*) FROM job WHERE ${finishedScope} AND ${where})`;
  return rangeCountSql(where, filters, { time: `job.${first.column}`, counted });
}

/**
 * What the filters say without saying it: no job ends before it starts (`job_span_check`), so that a range from a start to an end is one of
 * ends, which the order of the list finds. SQL that begins with AND, or none.
 */
export function impliedSql({ filters }: Pick<JobListRequest, 'filters'>): string {
  const isBounded = filters.some(({ column, predicate }) => column === 'end_time' && upper.includes(predicate));
  if (!isBounded) return '';
  return filters
    .map(({ column, predicate }, index) =>
      column === 'start_time' && lower.includes(predicate)
        ? ` AND job.end_time >= $${placeOf(filters, index)}::timestamptz`
        : '',
    )
    .join('');
}

/** The parameter of a filter; those that ask for null have none. */
function placeOf(filters: readonly Filter[], index: number): number {
  return filters.slice(0, index + 1).filter(({ value }) => value !== null).length;
}

/** Whole days are summed up; only the jobs of the days in which the range begins and ends are counted one by one. */
function rangeCountSql(
  where: string,
  filters: readonly Filter[],
  { time, counted }: { readonly time: string; readonly counted: string },
): string {
  const bounds = (predicates: typeof lower) =>
    filters.flatMap(({ predicate }, index) => (predicates.includes(predicate) ? [`$${index + 1}::timestamptz`] : []));
  const [from, to] = [bounds(lower), bounds(upper)];
  // The first day that begins after the range does, and the day in which the range ends.
  const first = from.length > 0 ? `date_trunc('day', greatest(${from.join(', ')}), 'UTC') + ${DAY}` : undefined;
  const last = to.length > 0 ? `date_trunc('day', least(${to.join(', ')}), 'UTC')` : undefined;
  const days = [...(first ? [`day >= ${first}`] : []), ...(last ? [`day < ${last}`] : [])].join(' AND ');
  const count = (condition: string) =>
    `(SELECT count(*) FROM job WHERE ${finishedScope} AND ${where} AND ${time} ${condition})`;
  const parts = [
    `(SELECT COALESCE(sum(${counted}), 0) FROM finished_job_day WHERE ${days})`,
    ...(first ? [count(`< ${first}`)] : []),
    ...(last ? [count(`>= ${first ? `greatest(${first}, ${last})` : last}`)] : []),
  ];
  return `(${parts.join(' + ')})`;
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
