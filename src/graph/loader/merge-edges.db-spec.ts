import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge } from '../graph-records.fixture.js';
import { TestLoader } from './loader.fixture.js';

describe('edges that are loaded', () => {
  let graph: TestLoader;

  beforeAll(async () => {
    graph = await TestLoader.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  it('merge their properties, bits and others', async () => {
    await graph.load(edge('A', 'Owns', 'B', { isacl: true, isinherited: true, x: 1 }));
    const result = await graph.load(edge('A', 'Owns', 'B', { isinherited: false, y: 2 }));
    expect(result).toMatchObject({ edgesCreated: 0, edgesChanged: 1 });
    expect(await graph.edges()).toEqual([{ edge: 'A Owns B 5 {"x": 1, "y": 2}' }]);
  });

  it('keep properties whose names JavaScript gives a meaning', async () => {
    await graph.load(
      edge(
        'A',
        'Owns',
        'B',
        Object.fromEntries([
          ['constructor', true],
          ['__proto__', 1],
        ]),
      ),
    );
    expect(await graph.edges()).toEqual([{ edge: 'A Owns B 1 {"__proto__": 1, "constructor": true}' }]);
  });

  it('are what their last statement within a payload says, property by property', async () => {
    await graph.load(
      edge('A', 'Owns', 'B', { isacl: true, isinherited: true, x: 1 }),
      edge('A', 'Owns', 'B', { isinherited: false, x: 2 }),
    );
    expect(await graph.edges()).toEqual([{ edge: 'A Owns B 5 {"x": 2}' }]);
  });

  it('stay derived where a source now states them too, and both are told apart', async () => {
    await graph.load(edge('U', 'AdminTo', 'C'));
    await graph.test.database.query('UPDATE edge SET flags = 2');
    expect(await graph.load(edge('U', 'AdminTo', 'C'))).toMatchObject({ edgesCreated: 0, edgesChanged: 1 });
    expect(await graph.edges()).toEqual([{ edge: 'U AdminTo C 3' }]);
  });
});
