import { computedKeys } from '../data/query-graph.js';
import { keptProperties } from '../../memory/property-columns.js';
import { some, variablesOf } from '../syntax/walk.js';
import type { EdgePattern, Expression, MapLiteral, NodePattern } from '../syntax/tree.js';
import type { PathTest } from './steps.js';

/** A condition of a MATCH that must be true, with the variables that it needs. */
export interface Conjunct {
  readonly where: Expression;
  readonly variables: ReadonlySet<string>;
  /** Cheaper ones are tested first: 0 reads memory alone, 1 reads properties of the database, 2 has a subquery. */
  readonly cost: number;
}

/** Properties that memory has. */
const inMemory = new Set([...keptProperties, ...computedKeys]);

export function conjunctsOf(where: Expression | null): Conjunct[] {
  if (!where) return [];
  if (where.type === 'binary' && where.operator === 'AND')
    return [...conjunctsOf(where.left), ...conjunctsOf(where.right)];
  return [{ where, variables: variablesOf(where), cost: costOf(where) }];
}

function costOf(where: Expression): number {
  if (some(where, ({ type }) => type === 'subquery')) return 2;
  const reads = some(where, (it) => it.type === 'property' && !inMemory.has(it.key));
  return reads || some(where, (it) => it.type === 'index' || (it.type === 'call' && it.name === 'properties')) ? 1 : 0;
}

/** What the labels and the properties of a node pattern demand. */
export function conjunctsOfNode({ labels, properties, where, at }: NodePattern, name: string): Conjunct[] {
  const of: Expression = { type: 'variable', name, at };
  const labelled: Expression[] = labels.length > 0 ? [{ type: 'labels', of, labels, at }] : [];
  return [...labelled, ...equalities(properties, of), where].flatMap(conjunctsOf);
}

export function conjunctsOfEdge({ properties, where: own, length, at }: EdgePattern, name: string): Conjunct[] {
  if (!length) return [...equalities(properties, { type: 'variable', name, at }), own].flatMap(conjunctsOf);
  const variable = ` each of ${name}`;
  const list: Expression = { type: 'variable', name, at };
  return equalities(properties, { type: 'variable', name: variable, at }).flatMap((where) =>
    conjunctsOf({ type: 'quantifier', quantifier: 'all', variable, list, where, at }),
  );
}

function equalities(properties: MapLiteral | null, of: Expression): Expression[] {
  return (properties?.entries ?? []).map(([key, right]) => {
    const { at } = right;
    return { type: 'binary', operator: '=', left: { type: 'property', of, key, at }, right, at };
  });
}

/** The test of each node or relationship that a condition on a whole path comes to; null if it is another condition. */
export function pathTestOf(where: Expression, path: string, edge: string): Omit<PathTest, 'isOfRow'> | null {
  if (where.type !== 'quantifier' || (where.quantifier !== 'all' && where.quantifier !== 'none')) return null;
  const of = listOf(where.list, path, edge);
  return of && { of, variable: where.variable, where: where.where, expected: where.quantifier === 'all' };
}

function listOf(list: Expression, path: string, edge: string): PathTest['of'] | null {
  if (list.type === 'variable') return list.name === edge ? 'relationships' : null;
  if (list.type !== 'call') return null;
  const [of] = list.args;
  if (of?.type !== 'variable' || of.name !== path) return null;
  if (list.name === 'nodes') return 'nodes';
  return list.name === 'relationships' || list.name === 'rels' ? 'relationships' : null;
}
