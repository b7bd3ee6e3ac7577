import type { Attack } from './attacker.js';

type CypherAttack = Pick<Attack, 'method' | 'paths' | 'body' | 'connections'> & Partial<Attack>;

/** Questions at once, of one account. */
const connections = 8;

/** A text of a megabyte, in ten columns of each row. */
const texts = (rows: number) =>
  `WITH reduce(t = 'x', n IN range(1, 20) | t + t) AS t UNWIND range(1, ${rows}) AS n RETURN [${Array(10).fill('t').join()}]`;

const nodes = 'MATCH (a), (b) RETURN a, b LIMIT 100000';

const columns = Array.from({ length: 45 }, (_, index) => `n + ${index}`).join();
const numbers = (rows: number) => `UNWIND range(1, ${rows}) AS n RETURN ${columns}`;

/** Many texts are compared with a pattern, and none twice. */
const patterns = `UNWIND range(1, 400000) AS n WITH n WHERE toString(n) + ' is a number of some length' =~ '.*(7|13).*long' RETURN count(n)`;

/** Most that a query may keep, and most that it may answer. */
const keeping = 'UNWIND range(1, 5000000) AS n WITH n ORDER BY -n RETURN count(n)';
const sorting = 'MATCH (a), (b) WITH a, b, a.name + b.name AS name ORDER BY name RETURN count(*)';

/** Queries in Cypher with large answers, and with large memory. */
export function cypherAttacks(): Record<string, CypherAttack> {
  const table = (query: string, more: Partial<Attack> = {}) => attack({ query, form: 'table' }, more);
  return {
    'cypher texts': table(texts(40)),
    'cypher more texts': table(texts(200)),
    'cypher texts as literals': attack({ query: texts(40) }),
    'cypher nodes': attack({ query: nodes, form: 'table', include_properties: true }),
    'cypher nodes as a graph': attack({ query: 'MATCH (n) RETURN n', include_properties: true }),
    'cypher edges': attack({ query: 'MATCH ()-[r]->() RETURN r LIMIT 30000', form: 'table', include_properties: true }),
    'cypher numbers': table(numbers(90_000)),
    'cypher fewer numbers': table(numbers(60_000)),
    'cypher literals': attack({ query: numbers(12_000) }),
    'cypher csv': table(numbers(60_000), { headers: { Accept: 'text/csv' } }),
    'cypher read slowly': table(numbers(60_000), { reads: 'slowly' }),
    'cypher unread': table(numbers(60_000), { reads: false }),
    'cypher patterns': table(patterns),
    'cypher memory': table(keeping),
    'cypher sorts': table(sorting),
  };
}

function attack(body: object, { headers, ...more }: Partial<Attack> = {}): CypherAttack {
  return {
    method: 'POST',
    paths: ['graphs/cypher'],
    body: JSON.stringify(body),
    connections,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...more,
  };
}
