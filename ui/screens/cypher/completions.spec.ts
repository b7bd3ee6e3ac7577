import { describe, expect, it } from '@jest/globals';
import { completed, completionsOf, excerptAt, openWordAt, placeIn, propertiesOf } from './completions.js';

const wordIn = (text: string) => openWordAt(text.replace('|', ''), text.indexOf('|'));

describe('the word that is being written', () => {
  it.each([
    ['MATCH (u:Us|', { of: 'label', text: 'Us', from: 9 }],
    ['MATCH (u:User:|', { of: 'label', text: '', from: 14 }],
    ['MATCH (u)-[:Mem|]->()', { of: 'kind', text: 'Mem', from: 12 }],
    ['MATCH (u)-[:MemberOf]->(g:Gro|)', { of: 'label', text: 'Gro', from: 26 }],
    ['MATCH (u) WHERE u:|', { of: 'label', text: '', from: 18 }],
    ['MATCH (u:User) WHERE u.na|', { of: 'property', label: 'User', text: 'na', from: 23 }],
    ['MATCH (u) WHERE u.|', { of: 'property', text: '', from: 18 }],
    ['RETURN 1.|', null],
    ['RETURN 1|', null],
  ])('of %s', (text, word) => {
    expect(wordIn(text)).toEqual(word);
  });

  it('is a kind behind a bar between brackets, too', () => {
    expect(openWordAt('MATCH ()-[:MemberOf|Ad', 22)).toEqual({ of: 'kind', text: 'Ad', from: 20 });
  });
});

describe('completions', () => {
  const word = { of: 'label', text: 'us', from: 9 } as const;

  it('are names that begin with the word, then those that contain it', () => {
    expect(completionsOf(word, ['AZUser', 'Group', 'User'])).toEqual(['User', 'AZUser']);
    expect(completionsOf({ ...word, text: 'User' }, ['Group', 'User'])).toEqual([]);
  });

  it('are the properties that nodes of the label may have', () => {
    const known = [
      { name: 'name', type: 'text', kinds: ['Base', 'AZBase'] },
      { name: 'domain', type: 'text', kinds: ['Base'] },
      { name: 'hasspn', type: 'boolean', kinds: ['User'] },
    ] as const;
    expect(propertiesOf(known, 'User')).toEqual(['name', 'domain', 'hasspn']);
    expect(propertiesOf(known, 'Group')).toEqual(['name', 'domain']);
    expect(propertiesOf(known, 'AZUser')).toEqual(['name']);
    expect(propertiesOf(known, undefined)).toEqual(['name', 'domain', 'hasspn']);
  });

  it('replace the word', () => {
    expect(completed('MATCH (u:us) RETURN u', word, 'User')).toEqual({ text: 'MATCH (u:User) RETURN u', caret: 13 });
  });
});

it('marks the place that an error names', () => {
  expect(placeIn('line 2, column 8: expected a clause')).toEqual({ line: 2, column: 8 });
  expect(placeIn('the query exceeds the limit of time')).toBeNull();
  expect(excerptAt('MATCH (n)\nRETURN\tx y', { line: 2, column: 8 })).toBe('RETURN\tx y\n      \t^');
});
