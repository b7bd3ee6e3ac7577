import { expect, it } from '@jest/globals';
import { Random } from '../../../demo/generator/random.js';
import { shippedQueries } from '../../support/shipped-rows.js';
import { ask } from '../ask.js';
import { compareWithNaive } from './difference.js';
import { tryQuery } from './published.js';
import { parameters, randomGraph, randomQuery } from './random-query.js';

const now = Date.parse('2026-10-01T12:00:00Z');

it('answers random queries as the naive interpreter does', () => {
  const differences: string[] = [];
  let answered = 0;
  for (let seed = 0; seed < 500; seed++) {
    const random = new Random('cypher', seed);
    const { rows, difference } = compareWithNaive(randomQuery(random), randomGraph(random), now, parameters);
    if (rows > 0) answered++;
    if (difference !== null) differences.push(`seed ${seed}: ${difference}`);
  }
  expect(differences).toEqual([]);
  expect(answered).toBe(231);
});

it.each(shippedQueries.map(([name, , query]) => [name, query]))(
  'answers as the naive interpreter: %s',
  (name, query) => {
    const { answered, differences } = tryQuery(name, query, 60);
    expect(differences).toEqual([]);
    expect(answered).toBeGreaterThan(0);
  },
);

it('reads the condition of a comprehension as if it were in parentheses', () => {
  const random = new Random('comprehensions', 1);
  const label = () => random.pick(['A', 'B', 'A|B', 'B|C', 'A:B', 'A|B:C', 'C|:A']);
  const condition = (x: string, depth = 2): string => {
    if (depth > 0 && random.chance(0.4))
      return `${condition(x, depth - 1)} ${random.pick(['AND', 'OR', 'XOR'])} ${condition(x, depth - 1)}`;
    return random.pick([
      `${x}:${label()}`,
      `NOT ${x}:${label()}`,
      `(${x}:${label()})`,
      `${x}.p > ${random.below(3)}`,
      `(${x})-[:R|S]->(:A|B)`,
      `size([y IN ${x}.l WHERE y CONTAINS 'a' | y]) > 0`,
      `any(y IN [${x}] WHERE y:${label()})`,
      `size([(${x})-[:R|S]-(z:A|C) WHERE z:${label()} | z.p]) > 1`,
      `EXISTS { (${x})-[:S|T]->(y) WHERE y:${label()} }`,
      `reduce(sum = 0, y IN [1, 2] | sum + y) = 3`,
    ]);
  };
  let rows = 0;
  for (let turn = 0; turn < 300; turn++) {
    const [where, map] = [condition('x'), random.pick(['x.p', 'x:A|B', '[x.p, x:C]', 'p', '{a: x.p}'])];
    const [before, after] = random.pick([
      ['MATCH (n) WITH collect(n) AS m, 7 AS p RETURN [x IN m WHERE ', `| ${map}] AS list`],
      ['MATCH (n) WITH n, 7 AS p RETURN [(n)-[:R|S]->(x) WHERE ', `|${map}] AS list`],
      ['MATCH (n) WITH collect(n) AS m RETURN [x IN m WHERE ', '] AS list'],
    ] as const);
    const graph = randomGraph(random);
    const plain = ask(graph, before + where + after).rows;
    expect(plain).toEqual(ask(graph, `${before}(${where})${after}`).rows);
    rows += plain.flat(2).length;
  }
  expect(rows).toBeGreaterThan(1000);
});

it('reads the labels of the conditions of comprehensions', () => {
  const graph = randomGraph(new Random('labels', 1));
  const [row] = ask(
    graph,
    `MATCH (n) WITH collect(n) AS m, 'k' AS k
     RETURN [x IN m WHERE x:A | k] AS texts, size([x IN m WHERE x:A]) AS count, [x IN m WHERE x:A|B | id(x)] AS either`,
  ).rows;
  const [texts, count, either] = row as [string[], bigint, bigint[]];
  expect(texts).toEqual(Array.from({ length: Number(count) }, () => 'k'));
  expect(either).toEqual(ask(graph, 'MATCH (n) WHERE n:A OR n:B RETURN id(n)').rows.flat());
  expect(ask(graph, 'MATCH (a) RETURN [(a)-[:R]->(b) WHERE b:B | b.name] AS names').rows).toEqual(
    ask(graph, 'MATCH (a) RETURN [(a)-[:R]->(b:B) | b.name] AS names').rows,
  );
});
