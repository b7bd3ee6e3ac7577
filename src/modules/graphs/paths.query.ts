import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { parameterText } from '../../http/input/parameter-text.js';
import { readOptionalText, readTexts } from '../../http/input/query.decorators.js';
import { type QueryParameters, routeInput } from '../../http/input/route-inputs.js';
import { flagSchema, readCount, readFlag } from '../../http/list/parse-list.js';
import { type AskedView, describeView, readView, viewNames } from './view.query.js';

/** The nodes at one end of paths, as a client names them. */
export type AskedEnds =
  { readonly objectids: readonly string[] } | { readonly kind: string } | { readonly tag: string };

export interface AskedPaths {
  readonly starts: AskedEnds;
  readonly ends: AskedEnds;
  readonly view: AskedView;
  readonly maxNodes: number;
  readonly longer: boolean;
  /** Undefined: all shortest paths. */
  readonly count: number | undefined;
}

export type End = 'start' | 'end';

/** More nodes are asked for by their kind or tag. */
const maxObjectids = 100;

export const defaultMaxNodes = 1000;
const maxMaxNodes = 10_000;

/** Maximum number of paths that are listed. */
const maxPaths = 20;

export const endNames = (end: End) => [`${end}_node`, `${end}_kind`, `${end}_tag`] as const;

/** Reads the starts and ends of paths, and the view in which they are sought. */
export function PathsQuery(): ParameterDecorator {
  const names = [...endNames('start'), ...endNames('end'), ...viewNames, 'longer', 'paths', 'max_nodes'];
  return routeInput(
    { place: 'query', names, read: readPaths },
    ...describeEnds('start'),
    ...describeEnds('end'),
    ...describeView(false),
    ApiQuery({
      name: 'longer',
      required: false,
      schema: flagSchema(false),
      description: 'Also returns the paths of one step more than the shortest ones from the same start.',
    }),
    ApiQuery({
      name: 'paths',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: maxPaths },
      description:
        'Returns this many paths, the shortest first, and lists the nodes of each in `paths`. They may differ in length, and visit no node twice. Needs one `start_node` and one `end_node`.',
    }),
    ApiQuery({
      name: 'max_nodes',
      required: false,
      description: 'Most nodes of the answer. A cut answer consists of whole paths, the shortest first.',
      schema: { type: 'integer', minimum: 1, maximum: maxMaxNodes, default: defaultMaxNodes },
    }),
  );
}

function readPaths(query: QueryParameters, faults: Fault[]): AskedPaths {
  const starts = readEnds(query, 'start', faults);
  const ends = readEnds(query, 'end', faults);
  const longer = readFlag(query, 'longer', false, faults);
  const count = query.some(([name]) => name === 'paths')
    ? readCount(query, 'paths', 1, maxPaths, faults, 1)
    : undefined;
  if (count !== undefined && !(isOne(starts) && isOne(ends)))
    faults.push({
      code: 'query.conflicting_parameters',
      context: 'query.paths',
      message: 'needs exactly one start_node and one end_node',
    });
  if (count !== undefined && longer)
    faults.push({
      code: 'query.conflicting_parameters',
      context: 'query.longer',
      message: "can't go with paths, which has longer paths anyway",
    });
  return {
    starts,
    ends,
    view: readView(query, false, faults),
    maxNodes: readCount(query, 'max_nodes', defaultMaxNodes, maxMaxNodes, faults, 1),
    longer,
    count,
  };
}

function isOne(asked: AskedEnds): boolean {
  return 'objectids' in asked && asked.objectids.length === 1;
}

/** Each of several paths is several searches. */
export function costOfPaths(query: QueryParameters): number {
  const count = Number(query.find(([name]) => name === 'paths')?.[1] ?? 0);
  return 5 + (count > 0 && count <= maxPaths ? count : 0);
}

export function readEnds(query: QueryParameters, end: End, faults: Fault[]): AskedEnds {
  const [byNode, byKind, byTag] = endNames(end);
  const given = endNames(end).filter((name) => query.some(([key]) => key === name));
  const [name = byNode, ...others] = given;
  if (given.length === 0)
    faults.push({
      code: 'query.missing_parameter',
      context: `query.${byNode}`,
      message: `is required, or ${byKind} or ${byTag}`,
    });
  if (others.length > 0)
    faults.push({
      code: 'query.conflicting_parameters',
      context: `query.${others[0]}`,
      message: `can't go with ${name}; take one of ${endNames(end).join(', ')}`,
    });
  if (name === byKind) return { kind: readOptionalText(query, byKind, faults) ?? '' };
  if (name === byTag) return { tag: readOptionalText(query, byTag, faults) ?? '' };
  const objectids = readTexts(query, byNode, faults);
  if (objectids.length > maxObjectids)
    faults.push({
      code: 'query.invalid_value',
      context: `query.${byNode}`,
      message: `is given ${objectids.length} times; it takes at most ${maxObjectids} object ids`,
    });
  return { objectids };
}

export function describeEnds(end: End): MethodDecorator[] {
  const [byNode, byKind, byTag] = endNames(end);
  return [
    ApiQuery({
      name: byNode,
      required: false,
      isArray: true,
      style: 'form',
      explode: true,
      schema: { type: 'array', maxItems: maxObjectids, items: parameterText.schema },
      description: `Object id of the ${end}; may be repeated. The case of letters is ignored. One of ${byNode}, ${byKind} and ${byTag} is required.`,
    }),
    ApiQuery({
      name: byKind,
      required: false,
      schema: parameterText.schema,
      description: `All nodes of this kind are ${end}s of paths.`,
    }),
    ApiQuery({
      name: byTag,
      required: false,
      schema: parameterText.schema,
      description: `All members of the asset group with this tag are ${end}s of paths: \`tier_zero\` (the same as \`admin_tier_0\`), \`owned\`, or the tag of another group.`,
    }),
  ];
}
