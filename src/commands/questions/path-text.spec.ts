import { describe, expect, it } from '@jest/globals';
import { denialsText, namingOf, pathLine } from './path-text.js';

const node = (label: string, kind: string, objectId: string) => ({ label, kind, objectId });
const start = node('ADA@OAK', 'User', '1');
const end = node('PC1.OAK', 'Computer', '2');
const path = { start, steps: [{ kinds: ['AdminTo', 'GenericAll'], node: end }] };

describe('the name of a node on paths', () => {
  it('has the kind beside it if another node has the same name', () => {
    const nodes = [node('OAK', 'Domain', '3'), node('OAK', 'AZTenant', '4'), end];
    expect(nodes.map(namingOf(nodes))).toEqual(['OAK (Domain)', 'OAK (AZTenant)', 'PC1.OAK']);
  });

  it('has the object id, too, if the kind is the same', () => {
    const nodes = [node('OAK', 'Group', '5'), node('OAK', 'Group', '6'), node('OAK', 'User', '7')];
    expect(nodes.map(namingOf(nodes))).toEqual(['OAK (Group 5)', 'OAK (Group 6)', 'OAK (User)']);
  });
});

it('shows edges in colour on a terminal with colours', () => {
  const nameOf = namingOf([start, end]);
  expect(pathLine(path, nameOf, {})).toBe('ADA@OAK -AdminTo|GenericAll-> PC1.OAK');
  expect(pathLine(path, nameOf, { hasColours: true })).toBe(
    'ADA@OAK \u001B[36m-AdminTo|GenericAll->\u001B[39m PC1.OAK',
  );
});

it('warns of entries that deny rights on the end of a path', () => {
  const denied = { ...end, properties: { customexplicitdenyacescount: 2, custominheriteddenyacescount: 1 } };
  const toDenied = { start, steps: [{ kinds: ['AdminTo'], node: denied }] };
  expect(denialsText([path], namingOf([start, end]))).toEqual([]);
  expect(denialsText([toDenied, toDenied], namingOf([start, denied]))).toEqual([
    'PC1.OAK has unusual entries that deny rights (3): the last step may fail',
  ]);
});
