import { describe, expect, it } from '@jest/globals';
import type { Fault } from '../../base/errors.js';
import { idsOf, unknownName } from './unknown-name.js';

const names = (count: number) => Array.from({ length: count }, (_, at) => `KIND${at}`);

function messageFor(given: string, all: readonly string[]): string {
  return unknownName('kind', 'kind', given, all).message;
}

describe('unknownName', () => {
  it('lists up to ten names in their order', () => {
    expect(messageFor('X', [])).toBe('there is no kind "X"; there are none');
    expect(messageFor('X', ['B', 'A'])).toBe('there is no kind "X"; there are B, A');
    expect(messageFor('KIN9', names(10))).toBe(`there is no kind "KIN9"; there are ${names(10).join(', ')}`);
  });

  it('lists the first ten of more names, the most similar first', () => {
    expect(messageFor('kind20', names(400))).toBe(
      'there is no kind "kind20"; did you mean KIND20? There are KIND20, KIND0, KIND1, KIND10, KIND100, KIND101, KIND102, KIND103, KIND104, KIND105 and 390 more',
    );
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
