import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { describeRepeated } from '../../http/input/query.decorators.js';
import { type QueryParameters, readSingle, routeInput } from '../../http/input/route-inputs.js';
import { instantOf, withPlus } from '../../http/input/date-time.js';
import { flagSchema, readFlag } from '../../http/list/parse-list.js';
import type { DeletionRequest } from './graph-deletion.dto.js';

const criteria = ['source', 'kind', 'environment', 'not_seen_since'] as const;
const names = [...criteria, 'all', 'dry_run'];
const dateOrDateTime = '^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt].+)?$';

/** Reads the query as a DeletionRequest. It requires a criterion or `all`, so that a forgotten parameter can't empty the graph. */
export function DeletionQuery(): ParameterDecorator {
  return routeInput({ place: 'query', names, read: readDeletion }, ...describeDeletion());
}

function readDeletion(query: QueryParameters, faults: Fault[]): DeletionRequest {
  const kinds = query.flatMap(([name, value]) => (name === 'kind' ? [value] : []));
  const request = {
    source: readText(query, 'source', 256, faults),
    kinds: kinds.filter((kind) => isText('kind', kind, 256, faults)),
    environment: readText(query, 'environment', 600, faults),
    notSeenSince: readDay(query, faults),
    all: readFlag(query, 'all', false, faults),
    isDryRun: readFlag(query, 'dry_run', false, faults),
  };
  const given = criteria.filter((name) => query.some(([key]) => key === name));
  if (request.all && given.length > 0)
    faults.push({
      code: 'query.conflicting_parameters',
      context: 'query.all',
      message: `means everything, so that it can't go with ${given.join(', ')}`,
    });
  if (!request.all && given.length === 0)
    faults.push({
      code: 'query.missing_parameter',
      context: 'query',
      message: `takes at least one of ${criteria.join(', ')}, or all=true`,
    });
  return request;
}

function readText(query: QueryParameters, name: string, most: number, faults: Fault[]): string | undefined {
  const text = readSingle(query, name, faults);
  return text !== undefined && isText(name, text, most, faults) ? text : undefined;
}

function isText(name: string, text: string, most: number, faults: Fault[]): boolean {
  if (text.length >= 1 && text.length <= most && !text.includes('\0')) return true;
  faults.push({ code: 'query.invalid_value', context: `query.${name}`, message: `takes 1 to ${most} characters` });
  return false;
}

/** Returns the day in UTC, because the graph stores days only. */
function readDay(query: QueryParameters, faults: Fault[]): string | undefined {
  const text = readSingle(query, 'not_seen_since', faults);
  if (text === undefined) return undefined;
  const instant = instantOf(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : withPlus(text));
  if (instant !== undefined) return new Date(instant).toISOString().slice(0, 10);
  const allowed = 'a day, such as 2026-01-31, or an RFC 3339 date-time';
  faults.push({
    code: 'query.invalid_value',
    context: 'query.not_seen_since',
    message: `${JSON.stringify(text)} is not valid; it takes ${allowed}`,
  });
  return undefined;
}

function describeDeletion(): MethodDecorator[] {
  const flag = flagSchema(false);
  const text = { type: 'string', minLength: 1, maxLength: 256 } as const;
  const option = { required: false } as const;
  return [
    ApiQuery({
      ...option,
      name: 'source',
      schema: text,
      description:
        'Source of the nodes: `Base` (Active Directory), `AZBase` (Entra ID and Azure), or the `source_kind` of an OpenGraph file.',
    }),
    describeRepeated('kind', 'Kind of nodes or edges. A repeated parameter matches any of its values.', text),
    ApiQuery({
      ...option,
      name: 'environment',
      schema: { ...text, maxLength: 600 },
      description: 'Object id of a domain or a tenant. The case of letters is ignored.',
    }),
    ApiQuery({
      ...option,
      name: 'not_seen_since',
      schema: { type: 'string', pattern: dateOrDateTime },
      description:
        'Matches nodes and edges that were last collected before this day (UTC). The time of a date-time is ignored.',
    }),
    ApiQuery({
      ...option,
      name: 'all',
      schema: flag,
      description: 'Deletes the whole graph. It cannot be combined with a criterion.',
    }),
    ApiQuery({
      ...option,
      name: 'dry_run',
      schema: flag,
      description: 'Counts the matching nodes and edges and deletes nothing.',
    }),
  ];
}
