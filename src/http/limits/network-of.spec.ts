import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { networkOf } from './network-of.js';

const group = fc.integer({ min: 0, max: 0xffff });
const hex = (value: number) => value.toString(16);

describe('networkOf', () => {
  it.each([
    ['203.0.113.10', '203.0.113.10'],
    ['203.0.113.10:1000', '203.0.113.10'],
    ['::ffff:203.0.113.10', '203.0.113.10'],
    ['::FFFF:cb00:710a', '203.0.113.10'],
    ['[::ffff:203.0.113.10]:443', '203.0.113.10'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:DB8:0:1::e', '2001:db8:0:1::/64'],
    ['2001:0db8:0000:0001:0000:0000:0000:0001', '2001:db8:0:1::/64'],
    ['[2001:db8:0:1::1]', '2001:db8:0:1::/64'],
    ['[2001:db8:0:1::1]:443', '2001:db8:0:1::/64'],
    ['2001:db8:0:2::1', '2001:db8:0:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.10', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['203.0.113.10, 10.0.0.1', 'unknown'],
    ['[2001:db8::1', 'unknown'],
  ])('converts %p to %p', (text, network) => {
    expect(networkOf(text)).toBe(network);
  });

  it('depends only on the first four groups of an IPv6 address, in any spelling', () => {
    const network = fc.tuple(
      group.map((value) => value | 0x2000),
      group,
      group,
      group,
    );
    const host = fc.tuple(group, group, group, group);
    fc.assert(
      fc.property(network, host, (first, last) => {
        const groups = [...first, ...last].map(hex);
        const plain = groups.join(':');
        const padded = groups.map((text) => text.padStart(4, '0').toUpperCase()).join(':');
        const short = new URL(`http://[${plain}]`).hostname;
        const expected = `${first.map(hex).join(':')}::/64`;
        const spellings = [plain, padded, short, `${short}:443`, `${plain}%eth0`];
        expect(spellings.map(networkOf)).toEqual(spellings.map(() => expected));
      }),
    );
  });
});
