import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { instantOf, withPlus } from '../../http/input/date-time.js';
import { type Duration, durationOf } from '../../http/input/duration.js';
import { describePage } from '../../http/list/list-query.decorator.js';
import { readPage } from '../../http/list/parse-list.js';
import { type QueryParameters, readSingle, routeInput } from '../../http/input/route-inputs.js';

/** In milliseconds since 1970, or before now. */
export type AskedTime = number | Duration;

export interface AskedPeriod {
  /** Null: as long ago as changes are known. */
  readonly since: AskedTime | null;
  /** Null: now. */
  readonly until: AskedTime | null;
}

/** Of times and durations, coarsely. */
const pattern = String.raw`^(\d{4}-\d\d-\d\d[Tt].+|-P.+)$`;

const defaultLimit = 100;

/** Reads the page of a list without filters. */
export function PageQuery(): ParameterDecorator {
  return routeInput(
    {
      place: 'query',
      names: ['skip', 'limit'],
      read: (query, faults, { state }) => readPage(query, defaultLimit, state.maxLimit, faults),
    },
    ...describePage(defaultLimit),
  );
}

const allowed = 'an RFC 3339 date-time, such as 2026-01-31T13:00:00Z, or a duration before now, such as -P7D';

/** Reads the two times between which the graph is compared. */
export function PeriodQuery(): ParameterDecorator {
  const names = ['since', 'until'] as const;
  const describe = (name: (typeof names)[number], description: string) =>
    ApiQuery({ name, required: false, schema: { type: 'string', pattern, example: '-P7D' }, description });
  return routeInput(
    { place: 'query', names, read: readPeriod },
    describe(
      'since',
      `The graph as the last run of the analysis before this time left it: ${allowed}. Without it: the first known graph.`,
    ),
    describe('until', 'The same for the later graph. Without it: the last run.'),
  );
}

function readPeriod(query: QueryParameters, faults: Fault[]): AskedPeriod {
  return { since: readTime(query, 'since', faults), until: readTime(query, 'until', faults) };
}

function readTime(query: QueryParameters, name: string, faults: Fault[]): AskedTime | null {
  const text = readSingle(query, name, faults);
  if (text === undefined) return null;
  const time = instantOf(withPlus(text)) ?? durationOf(text) ?? null;
  if (time === null)
    faults.push({
      code: 'query.invalid_value',
      context: `query.${name}`,
      message: `${JSON.stringify(text)} is not valid; it takes ${allowed}`,
    });
  return time;
}
