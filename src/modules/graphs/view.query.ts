import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { parameterText } from '../../http/input/parameter-text.js';
import { describeRepeated, readTexts } from '../../http/input/query.decorators.js';
import { type QueryParameters, readSingle, routeInput } from '../../http/input/route-inputs.js';
import { type AskedCondition, describeConditions, readConditions } from '../environments/conditions.query.js';
import { flagSchema, readFlag } from '../../http/list/parse-list.js';

/** The part of the graph that a question is asked to, as a client names it. */
export interface AskedView {
  /** Kinds of edges that are followed. Null: all. */
  readonly names: readonly string[] | null;
  /** Whether all but these are followed. */
  readonly isExclusion: boolean;
  readonly onlyTraversable: boolean;
  readonly excludedNodes: readonly string[];
  /** `source,kind,target` */
  readonly excludedEdges: readonly string[];
  /** Conditions, one of which excluded nodes meet. */
  readonly excludedWhere: readonly AskedCondition[];
}

/** All edges of all kinds. */
export const wholeGraph: AskedView = {
  names: null,
  isExclusion: false,
  onlyTraversable: false,
  excludedNodes: [],
  excludedEdges: [],
  excludedWhere: [],
};

/** Of each parameter that excludes. */
const maxExcluded = 100;

export const kindsNames = ['relationship_kinds', 'only_traversable'] as const;
export const viewNames = [...kindsNames, 'exclude_node', 'exclude_edge', 'exclude_where'] as const;

/** Reads the view that a question is asked to. @param onlyTraversable by default */
export function ViewQuery(onlyTraversable: boolean): ParameterDecorator {
  const read = (query: QueryParameters, faults: Fault[]) => readView(query, onlyTraversable, faults);
  return routeInput({ place: 'query', names: viewNames, read }, ...describeView(onlyTraversable));
}

export function readView(query: QueryParameters, byDefault: boolean, faults: Fault[]): AskedView {
  const onlyTraversable = readFlag(query, 'only_traversable', byDefault, faults);
  const excluded = {
    excludedNodes: readExcluded(query, 'exclude_node', faults),
    excludedEdges: readExcluded(query, 'exclude_edge', faults),
    excludedWhere: readConditions(query, faults, 'exclude_where'),
  };
  const text = readSingle(query, 'relationship_kinds', faults);
  if (text === undefined) return { names: null, isExclusion: false, onlyTraversable, ...excluded };
  const [, predicate, list = ''] = /^(?:(n?in):)?(.*)$/s.exec(text) ?? [];
  return { names: [...new Set(list.split(','))], isExclusion: predicate === 'nin', onlyTraversable, ...excluded };
}

function readExcluded(query: QueryParameters, name: string, faults: Fault[]): string[] {
  const texts = readTexts(query, name, faults);
  if (texts.length > maxExcluded)
    faults.push({
      code: 'query.invalid_value',
      context: `query.${name}`,
      message: `is given ${texts.length} times; it may be given at most ${maxExcluded} times`,
    });
  return texts;
}

export function describeKinds(onlyTraversable: boolean): MethodDecorator[] {
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

export function describeView(onlyTraversable: boolean): MethodDecorator[] {
  return [
    ...describeKinds(onlyTraversable),
    describeExcluded(
      'exclude_node',
      'Object id or id of a node; may be repeated. The answer is that of the graph without the node, its edges, and the derived edges that no longer follow.',
    ),
    describeExcluded(
      'exclude_edge',
      'An edge as `source,kind,target`, its ends as in `exclude_node`; may be repeated. The answer is that of the graph without the edge and the derived edges that no longer follow.',
    ),
    describeConditions(
      'exclude_where',
      'A condition as in `where`; may be repeated. The answer is that of the graph without the nodes that meet it, such as `enabled:false`.',
    ),
  ];
}

function describeExcluded(name: string, description: string): MethodDecorator {
  return describeRepeated(name, description, parameterText.schema, { maxItems: maxExcluded });
}
