import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { parameterText } from '../../http/input/parameter-text.js';
import { readOptionalText, readTexts } from '../../http/input/query.decorators.js';
import { type QueryParameters, readSingle, routeInput } from '../../http/input/route-inputs.js';
import { flagSchema, readCount, readFlag } from '../../http/list/parse-list.js';

/** The nodes at one end of paths, as a client names them. */
export type AskedEnds =
  { readonly objectids: readonly string[] } | { readonly kind: string } | { readonly tag: string };

/** The kinds of edges that are followed. */
export interface AskedKinds {
  /** Null: all. */
  readonly names: readonly string[] | null;
  /** Whether all but these are followed. */
  readonly isExclusion: boolean;
  readonly onlyTraversable: boolean;
}

export interface AskedPaths {
  readonly starts: AskedEnds;
  readonly ends: AskedEnds;
  readonly kinds: AskedKinds;
  readonly maxNodes: number;
}

type End = 'start' | 'end';

/** More nodes are asked for by their kind or tag. */
const maxObjectids = 100;

export const defaultMaxNodes = 1000;
const maxMaxNodes = 10_000;

const kindNames = ['relationship_kinds', 'only_traversable'] as const;
const endNames = (end: End) => [`${end}_node`, `${end}_kind`, `${end}_tag`] as const;

/** Reads the starts and ends of paths, and the kinds of edges that they follow. */
export function PathsQuery(): ParameterDecorator {
  const names = [...endNames('start'), ...endNames('end'), ...kindNames, 'max_nodes'];
  return routeInput(
    { place: 'query', names, read: readPaths },
    ...describeEnds('start'),
    ...describeEnds('end'),
    ...describeKinds(false),
    ApiQuery({
      name: 'max_nodes',
      required: false,
      description: 'Most nodes of the answer. A cut answer consists of whole paths, the shortest first.',
      schema: { type: 'integer', minimum: 1, maximum: maxMaxNodes, default: defaultMaxNodes },
    }),
  );
}

function readPaths(query: QueryParameters, faults: Fault[]): AskedPaths {
  return {
    starts: readEnds(query, 'start', faults),
    ends: readEnds(query, 'end', faults),
    kinds: readKinds(query, false, faults),
    maxNodes: readCount(query, 'max_nodes', defaultMaxNodes, maxMaxNodes, faults, 1),
  };
}

/** Reads the kinds of edges that are followed. */
export function KindsQuery(onlyTraversable: boolean): ParameterDecorator {
  const read = (query: QueryParameters, faults: Fault[]) => readKinds(query, onlyTraversable, faults);
  return routeInput({ place: 'query', names: kindNames, read }, ...describeKinds(onlyTraversable));
}

function readEnds(query: QueryParameters, end: End, faults: Fault[]): AskedEnds {
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

function readKinds(query: QueryParameters, byDefault: boolean, faults: Fault[]): AskedKinds {
  const onlyTraversable = readFlag(query, 'only_traversable', byDefault, faults);
  const text = readSingle(query, 'relationship_kinds', faults);
  if (text === undefined) return { names: null, isExclusion: false, onlyTraversable };
  const [, predicate, list = ''] = /^(?:(n?in):)?(.*)$/s.exec(text) ?? [];
  return { names: [...new Set(list.split(','))], isExclusion: predicate === 'nin', onlyTraversable };
}

function describeEnds(end: End): MethodDecorator[] {
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

function describeKinds(onlyTraversable: boolean): MethodDecorator[] {
  return [
    ApiQuery({
      name: 'relationship_kinds',
      required: false,
      schema: { type: 'string', pattern: '^((in|nin):)?[^,]+(,[^,]+)*$', example: 'in:MemberOf,AdminTo' },
      description: 'Kinds of edges that are followed, `in:A,B`, or that are not, `nin:A,B`.',
    }),
    ApiQuery({
      name: 'only_traversable',
      required: false,
      schema: flagSchema(onlyTraversable),
      description: 'Follows only edges whose start gains control of their end.',
    }),
  ];
}
