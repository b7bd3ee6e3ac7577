import { describe, expect, it } from '@jest/globals';
import { ask } from '../../../../test/cypher/ask.js';
import { create } from '../../../../test/cypher/create.js';
import { PlainGraph } from '../../../../test/cypher/plain-graph.js';

const graph = new PlainGraph();
create(
  graph,
  `CREATE (ann:User {name: 'ANN', age: 30})-[:MemberOf {since: 1}]->(staff:Group {name: 'STAFF'}),
          (bob:User {name: 'BOB', age: 40})-[:MemberOf {since: 2}]->(staff)`,
);

function rows(query: string): unknown[][] {
  return ask(graph, query).rows.map((row) => [...row]);
}

describe('patterns', () => {
  it.each([
    ["MATCH (n:User WHERE n.name = 'ANN') RETURN n.name", [['ANN']]],
    ["MATCH (WHERE true)-[r:MemberOf WHERE r.since > 1]->(g WHERE g.name STARTS WITH 'S') RETURN r.since", [[2n]]],
    ['MATCH p = ((n:User)-[:MemberOf]->(g)) WHERE n.age > 30 RETURN length(p), n.name', [[1n, 'BOB']]],
    ['MATCH (((n)-[:MemberOf]->())) RETURN count(n)', [[2n]]],
    [
      "MATCH (n) RETURN n.name, CASE WHEN (n)-[:MemberOf]->() THEN 'in' ELSE 'out' END ORDER BY n.name",
      [
        ['ANN', 'in'],
        ['BOB', 'in'],
        ['STAFF', 'out'],
      ],
    ],
    ['MATCH (g:Group) RETURN [(g)<--(n WHERE n.age > 30) | n.name]', [[['BOB']]]],
    ['MATCH (g:Group) WHERE (g)<--(:User WHERE g.age > 1) RETURN g', []],
  ])('are read: %s', (query, expected) => {
    expect(rows(query)).toEqual(expected);
  });
});

describe('what openCypher refuses', () => {
  it.each([
    ['MATCH p = (a)-->(b) RETURN size(p)', 'size() takes a list or a text, not a path'],
    ['MATCH (a) RETURN size((a)-->())', 'size() takes a list or a text; COUNT { … } counts the matches of a pattern'],
    ['MATCH (a) RETURN type(a)', 'type() takes a relationship, not a node'],
    ['MATCH ()-[r]->() RETURN labels(r)', 'labels() takes a node, not a relationship'],
    ['MATCH (a) RETURN nodes(a)', 'nodes() takes a path, not a node'],
    ['MATCH (a) RETURN [x IN [1] | count(x)]', 'the items of a list cannot aggregate; aggregate in a WITH before'],
    [
      'MATCH (a) RETURN any(x IN [1] WHERE count(a) > x)',
      'the items of a list cannot aggregate; aggregate in a WITH before',
    ],
    ['RETURN count(rand())', 'an aggregate cannot contain rand()'],
    ['MATCH (a) RETURN DISTINCT a.name ORDER BY a.age', 'a is no column, and ORDER BY sees only columns here'],
    ['MATCH (a) RETURN a.name, count(*) ORDER BY a.age', 'a is no column, and ORDER BY sees only columns here'],
    [
      'MATCH (a) RETURN count(*) AS n ORDER BY max(a.age)',
      'this aggregate is no column, and ORDER BY sees only columns here',
    ],
    [
      'MATCH (a) RETURN a.age + 1 AS x, count(*) AS n ORDER BY a.age + 1 + count(*)',
      'a is no column, and ORDER BY sees only columns here',
    ],
    ['MATCH (a) RETURN a.age + 1, a.age + 1 + count(*)', 'a has several values in a group: return it as a column, too'],
  ])('is refused: %s', (query, message) => {
    expect(() => rows(query)).toThrow(message);
  });

  it.each([
    'MATCH (a) RETURN [x IN collect(a) | x.name] AS names',
    'MATCH (a) RETURN DISTINCT a.name ORDER BY a.name',
    'MATCH (a) RETURN DISTINCT a ORDER BY a.age',
    'MATCH (a) RETURN a.age + 1 AS x, count(*) AS n ORDER BY a.age + 1, n + 1, count(*)',
    'MATCH (a) RETURN a.age, count(*) ORDER BY a.age + count(*)',
    'MATCH p = (a)-->() RETURN size(nodes(p)), size([(a)-->() | 1])',
  ])('is told from what it answers: %s', (query) => {
    expect(() => rows(query)).not.toThrow();
  });
});

it('evaluates constants once, and rand() for each row', () => {
  expect(rows("UNWIND range(1, 100) AS n WITH n + 1 + size('ab') AS m RETURN count(DISTINCT m)")).toEqual([[100n]]);
  const [[different] = []] = rows('UNWIND range(1, 100) AS n WITH rand() AS r RETURN count(DISTINCT r)');
  expect(different).toBe(100n);
});

it('keeps floats in percentileDisc', () => {
  expect(rows('UNWIND [1.0, 2.0, 3.0] AS x RETURN percentileDisc(x, 0.5)')).toEqual([[2]]);
  expect(rows('UNWIND [1, 2, 3] AS x RETURN percentileDisc(x, 0.5)')).toEqual([[2n]]);
});

describe('chains of OR over equality', () => {
  const names = Array.from({ length: 900 }, (_, index) => `x.name = 'N${index}'`).join(' OR ');

  it('are one set', () => {
    const work = { rows: 10, steps: 200_000, memory: 10_000_000, answer: 1_000_000 };
    const query = `UNWIND range(1, 2000) AS n WITH {name: 'N' + n} AS x WHERE ${names} RETURN count(*)`;
    expect(ask(graph, query, {}, { limits: work }).rows).toEqual([[899n]]);
  });

  it.each([
    ['1', true],
    ['1.0', true],
    ["'a'", true],
    ['3', null],
    ['null', null],
    ['[1]', null],
  ])('are what the terms are: %s', (value, expected) => {
    const terms = "x = 1 OR 'a' = x OR x = $nothing OR x = 2";
    const query = `WITH ${value} AS x RETURN ${terms}, ${terms.replaceAll('x', 'coalesce(x, null)')}`;
    expect(ask(graph, query, { nothing: null }).rows).toEqual([[expected, expected]]);
  });
});

describe('clauses of MATCH that follow each other', () => {
  it('are planned as one, but may follow a relationship again', () => {
    expect(rows('MATCH (n), (g:Group) MATCH (n)-[:MemberOf]->(g) RETURN n.name ORDER BY n.name')).toEqual([
      ['ANN'],
      ['BOB'],
    ]);
    expect(rows('MATCH (a)-[r]->(g) MATCH (b)-[s]->(g) RETURN count(*), count(CASE WHEN r = s THEN 1 END)')).toEqual([
      [4n, 2n],
    ]);
    expect(rows('MATCH (a)-[r]->(g), (b)-[s]->(g) RETURN count(*)')).toEqual([[2n]]);
    expect(rows('MATCH ()-[r]->() MATCH (a)-[r]->(b) RETURN count(*)')).toEqual([[2n]]);
    expect(rows('MATCH (a:User) WHERE a.age > 30 MATCH (b:User) WHERE b.age < a.age RETURN a.name, b.name')).toEqual([
      ['BOB', 'ANN'],
    ]);
    const limits = { rows: 10, steps: 1000, memory: 10_000_000, answer: 1_000_000 };
    const large = new PlainGraph();
    create(large, `CREATE (g:Group), ${Array.from({ length: 50 }, () => '(:User)-[:MemberOf]->(g)').join()}`);
    const query = 'MATCH (n), (m), (g:Group) MATCH (n)-[:MemberOf]->(g) MATCH (m)-[:MemberOf]->(g) RETURN count(*)';
    expect(() => ask(large, query, {}, { limits })).toThrow('steps');
    expect(ask(large, query, {}, { limits: { ...limits, steps: 100_000 } }).rows).toEqual([[2500n]]);
  });
});
