import { instantOf, wholeTime } from '../../http/input/date-time.js';
import {
  conflict,
  describeRepeated,
  flag,
  fromQuery,
  invalid,
  isGiven,
  type Parameter,
  single,
  together,
  type ValueOf,
  valuesOf,
} from '../../http/input/parameters.js';
import { fault, type Fault } from '../../base/errors.js';

const criteria = ['source', 'kind', 'environment', 'not_seen_since'] as const;

function text(name: string, most: number, description: string): Parameter<string | undefined> {
  const parameter = single(name, '', (given) => given, {
    description,
    schema: { type: 'string', minLength: 1, maxLength: most },
  });
  return {
    ...parameter,
    read: (...reading) => {
      const given = parameter.read(...reading);
      return given !== undefined && isText(name, given, most, reading[1]) ? given : undefined;
    },
  };
}

function isText(name: string, given: string, most: number, faults: Fault[]): boolean {
  if (given.length >= 1 && given.length <= most && !given.includes('\0')) return true;
  faults.push(invalid(name, `takes 1 to ${most} characters`));
  return false;
}

const kinds: Parameter<readonly string[]> = {
  names: ['kind'],
  read: (query, faults) => valuesOf(query, 'kind').filter((kind) => isText('kind', kind, 256, faults)),
  describe: [
    describeRepeated('kind', 'Kind of nodes or edges. A repeated parameter matches any of its values.', {
      type: 'string',
      minLength: 1,
      maxLength: 256,
    }),
  ],
};

/** The day in UTC, because the graph stores days only. */
const notSeenSince = single(
  'not_seen_since',
  'a day, such as 2026-01-31, or an RFC 3339 date-time',
  (given) => {
    const instant = instantOf(wholeTime(given));
    return instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 10);
  },
  {
    schema: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt].+)?$' },
    description:
      'Matches nodes and edges that were last collected before this day (UTC). The time of a date-time is ignored.',
  },
);

/** Either everything, or the nodes and edges that match all criteria. One of both is required, so that a forgotten parameter can't empty the graph. */
const deletion = together(
  {
    source: text(
      'source',
      256,
      'Source of the nodes: `Base` (Active Directory), `AZBase` (Entra ID and Azure), or the `source_kind` of an OpenGraph file.',
    ),
    /** Empty: every kind. */
    kinds,
    environment: text('environment', 600, 'Object id of a domain or a tenant. The case of letters is ignored.'),
    notSeenSince,
    all: flag('all', false, 'Deletes the whole graph. It cannot be combined with a criterion.'),
    /** Counts the nodes and edges and deletes nothing. */
    isDryRun: flag('dry_run', false, 'Counts the matching nodes and edges and deletes nothing.'),
  },
  ({ all }, query, faults) => {
    const given = criteria.filter((name) => isGiven(query, name));
    if (all && given.length > 0)
      faults.push(conflict('all', `means everything, so that it can't go with ${given.join(', ')}`));
    if (!all && given.length === 0)
      faults.push(
        fault('query.missing_parameter', 'query', `takes at least one of ${criteria.join(', ')}, or all=true`),
      );
  },
);

export type DeletionRequest = ValueOf<typeof deletion>;

export const DeletionQuery = () => fromQuery(deletion);
