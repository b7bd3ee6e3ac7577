import type { SqlRunner } from '../../database/database.js';
import type { NodeTest } from '../../graph/questions/paths/composition.js';
import { readRoleTemplates, readTraits } from '../read-stored-facts.js';

/** The test whether a node has a trait, or does not have it. */
export function hasTrait(trait: number, has = true): NodeTest {
  return `${has ? 'trait' : 'no trait'} ${trait}`;
}

/** The test whether a role has one of these templates. */
export function isRole(templates: readonly string[]): NodeTest {
  return `role ${templates.join()}`;
}

/** The nodes that pass, by test. */
export async function passingNodes(
  database: SqlRunner,
  toTest: Readonly<Record<NodeTest, readonly number[]>>,
): Promise<Record<NodeTest, number[]>> {
  const nodes = [...new Set(Object.values(toTest).flat())];
  const traits = await readTraits(database, nodes);
  const templates = await readRoleTemplates(database, nodes);
  const passes = (test: NodeTest, node: number): boolean => {
    const [, sort, wanted = ''] = /^(trait|no trait|role) (.*)$/.exec(test) ?? [];
    if (sort === 'role') return wanted.split(',').includes(templates.get(node) ?? '');
    return (((traits.get(node) ?? 0) & Number(wanted)) !== 0) === (sort === 'trait');
  };
  return Object.fromEntries(
    Object.entries(toTest).map(([test, tested]) => [test, tested.filter((node) => passes(test, node))]),
  );
}
