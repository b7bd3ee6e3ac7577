import { expect, it } from '@jest/globals';
import { PlainGraph } from '../../../../test/cypher/plain-graph.js';
import { parseQuery } from '../syntax/query-parser.js';
import { planQuery } from './plan-query.js';

/** Keys of the properties that the filters of a query compare, in their order. */
function filteredKeys(query: string): string[] {
  const [steps = []] = planQuery(parseQuery(query), new PlainGraph()).parts;
  return steps.flatMap((step) => {
    const where = step.step === 'filter' ? step.where : null;
    const left = where?.type === 'binary' ? where.left : where;
    return left?.type === 'property' ? [left.key] : [];
  });
}

it('tests properties in memory before properties in the database', () => {
  const query =
    "MATCH (u:User {title: 'x', enabled: true}) WHERE u.email <> '' AND u.hasspn AND u.pwdlastset < 5 RETURN u";
  expect(filteredKeys(query)).toEqual(['hasspn', 'pwdlastset', 'enabled', 'email', 'title']);
});
