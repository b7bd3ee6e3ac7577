import { describe, expect, it } from '@jest/globals';
import type { Fault } from '../../base/errors.js';
import { idsOf, unknownName } from './unknown-name.js';

const names = (count: number) => Array.from({ length: count }, (_, at) => `KIND${at}`);

function messageFor(given: string, all: readonly string[]): string {
  return unknownName('kind', 'kind', given, all).message;
}

describe('unknownName', () => {
  it('lists up to twenty names in their order', () => {
    expect(messageFor('X', [])).toBe('there is no kind "X"; there are none');
    expect(messageFor('X', ['B', 'A'])).toBe('there is no kind "X"; there are B, A');
    expect(messageFor('KIN19', names(20))).toBe(`there is no kind "KIN19"; there are ${names(20).join(', ')}`);
  });

  it('lists up to four hundred names, the most similar first, and the similar ones alone of more', () => {
    const question = 'there is no kind "kind20"; did you mean KIND20?';
    const others = names(400).filter((name) => name !== 'KIND20');
    expect(messageFor('kind20', names(400))).toBe(`${question} There are KIND20, ${others.toSorted().join(', ')}`);
    expect(messageFor('kind20', names(401))).toBe(question);
  });
});

describe('idsOf', () => {
  it('returns the ids of known names, and a fault for each of the first five others', () => {
    const known = [
      { id: 7, name: 'A' },
      { id: 8, name: 'B' },
    ];
    const faults: Fault[] = [];
    expect(idsOf('kind', 'kind', ['B', 'a', 'A', 'a', 'c', 'd', 'e', 'f', 'g'], known, faults)).toEqual([8, 7]);
    expect(faults.map(({ message }) => message)).toEqual(
      ['a', 'c', 'd', 'e', 'f'].map((name) => `there is no kind "${name}"; there are A, B`),
    );
  });
});
