import { describe, expect, it } from '@jest/globals';
import { memoryGraphOf } from '../../memory/graph-data.fixture.js';
import { keptBytes, keptResults } from './kept-results.js';

const plain = { kinds: [], changed: [], former: [], edges: [] };

describe('kept results', () => {
  const keptOf = keptResults<{ readonly bytes: number }>(({ bytes }) => bytes);

  it('are those that were used last, up to a number of bytes', () => {
    const kept = keptOf(memoryGraphOf(plain));
    const half = { bytes: keptBytes / 2 - 1000 };
    for (const key of ['a', 'b']) kept.set(key, half);
    expect(kept.get('a')).toBe(half);
    kept.set('c', half);
    expect([...kept.keys()].toSorted()).toEqual(['a', 'c']);
  });

  it('are not those that are larger than all may be, with their key', () => {
    const kept = keptOf(memoryGraphOf(plain));
    kept.set('a', { bytes: keptBytes });
    kept.set('k'.repeat(keptBytes), { bytes: 1 });
    expect(kept.size).toBe(0);
  });

  it('belong to one graph', () => {
    const [one, other] = [memoryGraphOf(plain), memoryGraphOf(plain)];
    keptOf(one).set('a', { bytes: 1 });
    expect([keptOf(one).has('a'), keptOf(other).has('a')]).toEqual([true, false]);
  });
});
