import { expect, it } from '@jest/globals';
import { Random } from '../../../demo/generator/random.js';
import { shippedQueries } from '../../support/shipped-rows.js';
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
