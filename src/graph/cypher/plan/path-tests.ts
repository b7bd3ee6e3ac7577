import type { Expression } from '../syntax/tree.js';
import type { PathTest } from './steps.js';

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
