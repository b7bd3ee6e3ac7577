import { describe, expect, it } from '@jest/globals';
import { Computers } from './computers.js';
import { computersOf } from './snapshot-data.fixture.js';
import { HolderBits, holdersWithin } from './holder-bits.js';
import { NodeIndex } from './node-index.js';

/** Nodes 0 to 3 are computers, of which the last is the first by name. */
function computers(): Computers {
  const ids = [10, 11, 12, 13];
  const described = ids.map((id) => ({ id, objectid: `S-${id}`, name: id === 13 ? 'A' : `PC-${id}` }));
  return new Computers(computersOf(1, described), new NodeIndex(Int32Array.from(ids)));
}

/** Those that one holder after another has edges to, and the holders that were looked up for that. */
function watched(bytes?: number) {
  const looked: number[] = [];
  const bits = new HolderBits(computers(), bytes);
  const targetsOf = (holder: number) => {
    looked.push(holder);
    return { targets: Int32Array.of(holder, 3, 9), from: 0, to: 3 };
  };
  return {
    bits,
    looked,
    numbers: (holder: number) => [0, 1, 2, 3].filter((number) => bits.of(holder, targetsOf).has(number)),
  };
}

describe('HolderBits', () => {
  it('has the numbers of the targets that are computers, looked up once', () => {
    const { numbers, looked } = watched();
    expect([numbers(0), numbers(2), numbers(0)]).toEqual([
      [0, 1],
      [0, 3],
      [0, 1],
    ]);
    expect(looked).toEqual([0, 2]);
  });

  it('looks up again what there was no room for, those that were asked for longest ago first', () => {
    const { numbers, looked } = watched(8);
    expect([0, 1, 0, 2, 0, 1].map(numbers)).toEqual([0, 1, 0, 2, 0, 1].map((holder) => [0, holder + 1]));
    expect(looked).toEqual([0, 1, 2, 1]);
  });

  it('follows edges that come and go, where they lead to computers', () => {
    const { bits, numbers, looked } = watched();
    numbers(0);
    bits.change(0, 2, true);
    bits.change(0, 3, false);
    bits.change(0, 9, true);
    bits.change(1, 2, true);
    expect([numbers(0), numbers(1)]).toEqual([
      [1, 3],
      [0, 2],
    ]);
    expect(looked).toEqual([0, 1]);
  });

  it.each([
    [500_000, 536],
    [32, 8_388_608],
    [1_000_000_000, 1],
  ])('has room, for %i computers, for %i holders in 32 MB', (count, room) => {
    expect(holdersWithin(32 * 1024 * 1024, count)).toBe(room);
  });
});
