import { expect, it } from '@jest/globals';

type CircleIn = (imports: ReadonlyMap<string, readonly string[]>) => readonly string[] | null;

const graph = (edges: object) => new Map<string, readonly string[]>(Object.entries(edges));

it.each([
  [{ a: ['b', 'c'], b: ['c'], c: [] }, null],
  [{ a: ['b'], b: ['c', 'd'], c: ['b'], d: [] }, ['b', 'c', 'b']],
  [{ a: ['a'] }, ['a', 'a']],
  [{ a: ['outside'] }, null],
])('finds the circle of %j: %j', async (edges, circle) => {
  const { circleIn } = (await import(`${process.cwd()}/scripts/page-circles.mjs`)) as { readonly circleIn: CircleIn };
  expect(circleIn(graph(edges))).toEqual(circle);
});
