import { expect, it } from '@jest/globals';
import { pathsText } from './ask-paths.js';

it('says that a path leads over objects that the account does not see', () => {
  const nodes = {
    1: { label: 'ADA', kind: 'User', objectId: 'S-1' },
    2: { label: 'PC', kind: 'Computer', objectId: 'S-2' },
  };
  const data = { nodes, edges: [], truncated: false, stub: {} };
  const view = { most: 10, isExplained: true, isLonger: false, look: {} };
  const start = { objectid: 'S-1', name: 'ADA' };
  expect(pathsText({ data }, { ...view, start, end: { objectid: 'S-2', name: 'PC' } })).toBe(
    'a path leads from ADA to PC, over objects that the account does not see',
  );
  expect(pathsText({ data: { ...data, paths: [] } }, { ...view, start, end: null })).toBe(
    'a path leads from ADA to tier zero, over objects that the account does not see',
  );
});
