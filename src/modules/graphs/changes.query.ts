import { allowedTimes, type AskedTime, time } from '../../http/input/asked-time.js';
import {
  flag,
  fromQuery,
  optionalText,
  type Parameter,
  refuse,
  single,
  together,
  type ValueOf,
} from '../../http/input/parameters.js';
import { cursorMeaning } from '../../http/list/polling.js';
import { pageParameter } from '../../http/list/list-query.decorator.js';
import { reachOf } from './view.query.js';

/** Reads the page of a list without filters. */
export const PageQuery = () => fromQuery(pageParameter(100));

/** Where an answer ended: the version of the graph at the end of its period, or a page within a period. */
export interface PeriodCursor {
  readonly since: number;
  /** Version at the end of the period, and rows that were returned; undefined: a new period. */
  readonly page: { readonly until: number; readonly skip: number } | undefined;
}

const cursorPattern = String.raw`^\d{1,15}(-\d{1,15}-\d{1,9})?$`;

function cursorOf(text: string): PeriodCursor | undefined {
  if (!new RegExp(cursorPattern).test(text)) return undefined;
  const [since = 0, until, skip = 0] = text.split('-').map(Number);
  if (until === undefined) return { since, page: undefined };
  return until < since ? undefined : { since, page: { until, skip } };
}

/** Two times, or a cursor. */
export interface AskedPeriod {
  readonly since: AskedTime | undefined;
  readonly until: AskedTime | undefined;
  readonly cursor?: PeriodCursor | undefined;
}

/** The two times between which the graph is compared. */
const period: Parameter<AskedPeriod> = together(
  {
    since: time(
      'since',
      `The graph as the last run of the analysis before this time left it: ${allowedTimes}. Without it: the first known graph.`,
    ),
    until: time('until', 'The same for the later graph. Without it: the last run.'),
    cursor: single('cursor', 'the cursor of an answer', cursorOf, {
      description: `${cursorMeaning} After the last page of a period, the next period begins at its end.`,
      schema: { type: 'string', pattern: cursorPattern },
    }),
  },
  ({ cursor }, query, faults) => {
    if (cursor)
      refuse(['since', 'until', 'skip'], query, 'does not go with cursor, which has a period and a page', faults);
  },
);

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
