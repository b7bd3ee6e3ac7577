import type { Clause, Expression, PathPattern, Query } from './tree.js';
import { visitAll } from './walk.js';

/** Keys of properties. */
export interface NamedProperties {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

/** Functions whose items are nodes or relationships. */
const lists: Readonly<Record<string, keyof NamedProperties>> = {
  nodes: 'nodes',
  relationships: 'edges',
  rels: 'edges',
};

/** The properties of nodes and relationships that a query names, as far as its text tells what a variable is. */
export function namedProperties(query: Query): NamedProperties {
  const keys = { nodes: new Set<string>(), edges: new Set<string>() };
  const variables = new Map<string, Set<string>>();
  const clauses = clausesIn(query);
  for (const clause of clauses) {
    if (clause.type === 'match') for (const path of clause.paths) addPattern(path, keys, variables);
    else if (clause.type !== 'unwind')
      for (const { expression, name } of clause.items) {
        const of = expression.type === 'variable' && variables.get(expression.name);
        if (of) variables.set(name, of);
      }
  }
  visitAll(query, (it) => {
    const list =
      (it.type === 'comprehension' || it.type === 'quantifier') && it.list.type === 'call' && lists[it.list.name];
    if (list) variables.set(it.variable, keys[list]);
  });
  visitAll(query, (it) => {
    if (it.type === 'property' && it.of.type === 'variable') variables.get(it.of.name)?.add(it.key);
  });
  return keys;
}

function addPattern(
  { nodes, edges }: PathPattern,
  keys: Readonly<Record<keyof NamedProperties, Set<string>>>,
  variables: Map<string, Set<string>>,
): void {
  for (const { variable, properties } of nodes) {
    if (variable !== null) variables.set(variable, keys.nodes);
    for (const [key] of properties?.entries ?? []) keys.nodes.add(key);
  }
  for (const { variable, properties, length } of edges) {
    if (variable !== null && !length) variables.set(variable, keys.edges);
    for (const [key] of properties?.entries ?? []) keys.edges.add(key);
  }
}

/** Those of subqueries, too. */
function clausesIn(query: Query): Clause[] {
  const own = query.parts.flatMap(({ clauses }) => clauses);
  const inner: Extract<Expression, { type: 'subquery' }>[] = [];
  visitAll(query, (it) => {
    if (it.type === 'subquery') inner.push(it);
  });
  return [...own, ...inner.flatMap((it) => it.query.parts.flatMap(({ clauses }) => clauses))];
}
