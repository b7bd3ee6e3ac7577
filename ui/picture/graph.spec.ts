import { expect, it } from '@jest/globals';
import { graphOf } from './graph.js';

const node = (properties: Record<string, unknown>) => ({
  label: 'PC1',
  kind: 'Computer',
  kinds: ['Computer'],
  objectId: 'S-1',
  isTierZero: false,
  isOwnedObject: false,
  lastSeen: '2026-11-23T00:00:00.000Z',
  properties,
});

it('adds the counts of unusual entries that deny rights', () => {
  const nodes = {
    1: node({}),
    2: node({ customexplicitdenyacescount: 2 }),
    3: node({ customexplicitdenyacescount: 2, custominheriteddenyacescount: 3 }),
  };
  expect(graphOf({ nodes, edges: [], truncated: false }).nodes.map(({ denials }) => denials)).toEqual([0, 2, 5]);
});
