import { describe, expect, it, jest } from '@jest/globals';
import { ask } from '../../../../test/cypher/ask.js';
import { create } from '../../../../test/cypher/create.js';
import { PlainGraph } from '../../../../test/cypher/plain-graph.js';
import { type QueryLimits, defaultLimits } from './budget.js';

/** Three nodes in a circle, each with four properties. */
const graph = new PlainGraph();
create(
  graph,
  `CREATE (a {a: 1, b: 2, c: 3, d: 4})-[:R]->(b {a: 1, b: 2, c: 3, d: 4})-[:R]->({a: 1, b: 2, c: 3, d: 4})-[:R]->(a),
          (b)-[:R]->(a)`,
);

const MIB = 1024 ** 2;

function run(query: string, limits: Partial<QueryLimits>) {
  return ask(graph, query, {}, { limits: { ...defaultLimits, ...limits } }).rows;
}

/** A list of two that are the same list of two, and so on. */
const shared = (depth: number) => `reduce(l = [1], n IN range(1, ${depth}) | [l, l])`;

/** A text of 2 ** `doublings` characters. */
const text = (doublings: number) => `reduce(t = 'x', m IN range(1, ${doublings}) | t + t)`;

const long = 'UNWIND range(1, 100000) AS n WITH n WHERE n > 5 RETURN count(*)';

/** A query whose names are so many that planning compares them for long. */
const many = Array.from({ length: 1500 }, (_, index) => `(n${index} {a: ${index}})`).join();

describe('the limit of', () => {
  it.each([
    ['the plan', `MATCH ${many} RETURN 1`],
    ['terms that are tested', `MATCH (n) WHERE ${'n.a > 5 OR '.repeat(900)} false RETURN n`],
  ])('steps counts %s', (_, query) => {
    expect(() => run(query, { steps: 6_000 })).toThrow('the query exceeds the limit of steps: 6000 steps');
  });

  it('no time ends a query, whose work alone is counted', () => {
    const now = jest.spyOn(performance, 'now');
    expect(run(long, {})).toEqual([[99_995n]]);
    expect(now).not.toHaveBeenCalled();
    now.mockRestore();
  });

  it('rows names LIMIT', () => {
    expect(() => run('MATCH (n) RETURN n', { rows: 2 })).toThrow(
      'the query exceeds the limit of rows: 2 rows; add LIMIT',
    );
    expect(run('MATCH (n) RETURN id(n) LIMIT 2', { rows: 2 })).toEqual([[0n], [1n]]);
  });

  it('steps counts edges that are followed and rows that are made', () => {
    expect(() => run(long, { steps: 5_000 })).toThrow('the query exceeds the limit of steps: 5000 steps');
    expect(run(long, { steps: 10_000_000 })).toEqual([[99_995n]]);
  });

  it.each([
    ['items of a list that are tested', 'RETURN all(n IN range(1, 4000) WHERE n IN range(1, 4000) + n)'],
    ['items of lists that are joined', 'RETURN size(reduce(all = [], n IN range(1, 1000) | all + n))'],
    ['items of a list that are compared', `WITH ${shared(30)} AS a, ${shared(30)} AS b RETURN a = b`],
    ['items of a list that are grouped', `WITH ${shared(30)} AS a RETURN DISTINCT a`],
    ['items of lists that are sorted', `UNWIND [${shared(30)}, ${shared(30)}] AS a RETURN 1 AS one ORDER BY a`],
    ['comparisons of a sort', 'UNWIND range(1, 40000) AS n RETURN n ORDER BY n % 97 LIMIT 1'],
    ['rows that are aggregated', 'UNWIND range(1, 1000) AS a UNWIND range(1, 1000) AS b RETURN collect(a)'],
    ['values of a percentile', 'UNWIND range(1, 40000) AS n RETURN percentileDisc(n % 97, 0.5)'],
    ['rows of a UNION', 'UNWIND range(1, 90000) AS n RETURN n UNION UNWIND range(1, 90000) AS n RETURN n'],
    ['searches in a text', `UNWIND range(1, 1000) AS n RETURN ${text(16)} CONTAINS ${text(9)} + 'y'`],
    ['changes of a text', `UNWIND range(1, 1000) AS n RETURN size(toUpper(${text(16)}))`],
    [
      'rows of a subquery',
      'MATCH (n) WHERE EXISTS { UNWIND range(1, 200000) AS a WITH a WHERE a < 0 RETURN a } RETURN n',
    ],
  ])('steps counts %s', (_, query) => {
    expect(() => run(query, { steps: 200_000 })).toThrow('the query exceeds the limit of steps: 200000 steps');
  });

  it.each([
    ['a list that doubles', 'RETURN size(reduce(l = [1], n IN range(1, 60) | l + l))'],
    ['a text that doubles', "RETURN size(reduce(t = 'x', n IN range(1, 60) | t + t))"],
    ['a text that grows by replacing', `RETURN size(replace(${text(9)}, 'x', ${text(18)}))`],
    ['the parts of a text', `RETURN size(split(${text(18)}, ''))`],
    ['numbers of range()', 'UNWIND range(1, 1000) AS n RETURN range(1, 1000)'],
    ['lists in lists', 'RETURN [n IN range(1, 1000) | range(1, 1000)]'],
    [
      'lists of rows that are sorted',
      'UNWIND range(1, 1000) AS n WITH n, range(1, 1000) AS l ORDER BY n RETURN count(*)',
    ],
    ['lists of rows that are collected', 'UNWIND range(1, 1000) AS n WITH collect(range(1, 1000)) AS l RETURN size(l)'],
    [
      'texts of a pattern comprehension',
      `MATCH (a) WITH [(a)-->(b) | ${text(18)} + id(b)] AS l ORDER BY size(l) RETURN count(*)`,
    ],
    ['lists of a subquery', 'MATCH (a) WITH a, [(a)-->(b) | range(1, 20000)] AS l ORDER BY id(a) RETURN count(*)'],
    ['maps', 'RETURN [n IN range(1, 5000) | {a: n, b: n, c: n}]'],
    ['paths that are kept', 'UNWIND range(1, 40000) AS n MATCH p = (a)-[:R]->(b) RETURN p ORDER BY n'],
    ['texts that are told apart', `UNWIND range(1, 1000) AS n RETURN count(DISTINCT ${text(14)} + toString(n))`],
  ])('memory counts %s', (_, query) => {
    expect(() => run(query, { memory: 2 * MIB })).toThrow('the query exceeds the limit of memory: 2 MiB');
  });

  it.each([
    ['that are gone with their row', 'UNWIND range(1, 300) AS n RETURN sum(size(range(1, 300)))', 90_000n],
    ['that are gone with their item', 'RETURN all(n IN range(1, 300) WHERE n IN range(1, 300))', true],
    ['that rows share', 'WITH range(1, 300) AS l UNWIND l AS n WITH l, n ORDER BY n RETURN count(*)', 300n],
    [
      'of subqueries',
      'UNWIND range(1, 300) AS n RETURN sum(COUNT { UNWIND range(1, 300) AS m RETURN DISTINCT m })',
      90_000n,
    ],
  ])('memory forgets lists %s', (_, query, value) => {
    expect(run(query, { memory: 400_000 })).toEqual([[value]]);
  });

  it('memory forgets the lists of rows that a LIMIT drops', () => {
    const query = 'UNWIND range(1, 20000) AS n WITH n, range(n, n + 20) AS l ORDER BY n LIMIT 1 RETURN l[0]';
    expect(run(query, { memory: 12 * MIB })).toEqual([[1n]]);
  });

  it.each([
    ['a pattern', `RETURN 'x' =~ '${'(x{1,30}){1,30}'.repeat(4)}'`, '50000 characters with their repetitions'],
    ['a match', `RETURN ${text(20)} =~ '(x|xx)+(x|xx)+y+y+y+'`, '20000000 characters, pattern and text multiplied'],
  ])('regular expressions bounds %s', (_, query, most) => {
    expect(() => run(query, {})).toThrow(`the query exceeds the limit of regular expressions: ${most}`);
  });

  it('one step bounds what cannot be interrupted', () => {
    expect(() => run(`RETURN ${text(22)} CONTAINS 'y' + ${text(18)}`, {})).toThrow('10000000 steps at a time');
  });

  it('memory counts rows that are sorted, and the properties that a query reads', () => {
    expect(() => run('UNWIND range(1, 100) AS n RETURN n ORDER BY n', { memory: 10_000 })).toThrow(
      'the query exceeds the limit of memory: 0.01 MiB',
    );
    const reading = 'MATCH (n) WHERE n.a = 1 RETURN count(*)';
    expect(() => run(reading, { memory: 1000 })).toThrow('the query exceeds the limit of memory: 0 MiB');
    expect(run(reading, { memory: 10_000 })).toEqual([[3n]]);
  });
});

it('stops a query whose request has ended', () => {
  const interrupt = {
    check: () => {
      throw new Error('the request ended');
    },
  };
  expect(() => ask(graph, long, {}, { interrupt })).toThrow('the request ended');
});
