import { instantOf, wholeTime } from '../../http/input/date-time.js';
import { type Duration, durationOf } from '../../http/input/duration.js';
import { flag, fromQuery, optionalText, single, together, type ValueOf } from '../../http/input/parameters.js';
import { pageParameter } from '../../http/list/list-query.decorator.js';
import { reachOf } from './view.query.js';

/** In milliseconds since 1970, or before now. */
export type AskedTime = number | Duration;

/** Of times and durations, coarsely. */
const pattern = String.raw`^(\d{4}-\d\d-\d\d([Tt].+)?|-P.+)$`;

/** Reads the page of a list without filters. */
export const PageQuery = () => fromQuery(pageParameter(100));

const allowed = 'a date, an RFC 3339 date-time, such as 2026-01-31T13:00:00Z, or a duration before now, such as -P7D';

function time(name: string, description: string) {
  const schema = { type: 'string', pattern, example: '-P7D' };
  return single(name, allowed, timeOf, { description, schema });
}

function timeOf(text: string): AskedTime | undefined {
  return instantOf(wholeTime(text)) ?? durationOf(text) ?? undefined;
}

/** The two times between which the graph is compared. */
const period = together({
  since: time(
    'since',
    `The graph as the last run of the analysis before this time left it: ${allowed}. Without it: the first known graph.`,
  ),
  until: time('until', 'The same for the later graph. Without it: the last run.'),
});

export type AskedPeriod = ValueOf<typeof period>;

const changes = together({
  period,
  node: optionalText(
    'node',
    'Object id of a node: lists its own changes, and those of edges from it and to it, alone.',
  ),
});

export type AskedChanges = ValueOf<typeof changes>;

export const ChangesQuery = () => fromQuery(changes);

const ways = together({
  period,
  reach: reachOf(),
  isGrouped: flag('groups', false, 'Returns groups: accounts by the new edge that opened their way.'),
});

export type AskedWays = ValueOf<typeof ways>;

export const WaysQuery = () => fromQuery(ways);
