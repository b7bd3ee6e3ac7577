import { describe, expect, it } from '@jest/globals';
import { UnprovenBodies } from './body-limits.js';

const kib = 1024;

function coded(code: string): unknown {
  return expect.objectContaining({ faults: [expect.objectContaining({ code })] });
}

describe(UnprovenBodies.name, () => {
  it('counts a body for its address, and for its token only over 64 KiB', () => {
    const all = new UnprovenBodies(200 * kib);
    const body = all.open('a', 't');
    body.reserve(64 * kib);
    expect([all.sumOf('address a'), all.sumOf('token t')]).toEqual([65_536, 0]);
    body.reserve(64 * kib + 1);
    expect([all.sumOf('address a'), all.sumOf('token t')]).toEqual([65_537, 65_537]);
    body.reserve(10);
    expect(all.sumOf('address a')).toBe(65_537);
  });

  it('refuses a body over the limit, alone or with others, and does not count it', () => {
    const all = new UnprovenBodies(200 * kib);
    all.open('a', 't').reserve(150 * kib);
    const [sameAddress, sameToken] = [all.open('a', 'other'), all.open('b', 't')];
    sameAddress.reserve(50 * kib);
    expect(() => sameAddress.reserve(50 * kib + 1)).toThrow(/at a time, per token and per address/);
    expect(() => sameToken.requireRoomFor(65 * kib)).toThrow(/at a time, per token and per address/);
    sameToken.reserve(64 * kib);
    expect(() => sameToken.reserve(200 * kib + 1)).toThrow(
      /may have at most 204800 bytes \(MAX_UNPROVEN_BYTES\) unless/,
    );
    expect(all.sumOf('address a')).toBe(200 * kib);
    expect(all.sumOf('token t')).toBe(150 * kib);
    expect(all.sumOf('address b')).toBe(64 * kib);
  });

  it('does not count the former size of a body that grows', () => {
    const all = new UnprovenBodies(200 * kib);
    const body = all.open('a', 't');
    for (const size of [100, 150, 200]) body.reserve(size * kib);
    expect([all.sumOf('address a'), all.sumOf('token t')]).toEqual([200 * kib, 200 * kib]);
  });

  it('has one error code for a body over the limit and one for too many bodies', () => {
    const all = new UnprovenBodies(200 * kib);
    all.open('a', 't').reserve(200 * kib);
    expect(() => all.open('b', 't').reserve(200 * kib + 1)).toThrow(coded('body.unverified_too_large'));
    expect(() => all.open('a', 't').reserve(1)).toThrow(coded('body.unverified_too_many'));
  });

  it('does not mention signatures on routes without credentials', () => {
    const all = new UnprovenBodies(200 * kib);
    all.open('a', undefined).reserve(200 * kib);
    const body = all.open('a', undefined);
    expect(() => body.reserve(1)).toThrow(
      'body: bodies without credentials may have at most 204800 bytes (MAX_UNPROVEN_BYTES) at a time, per address; try again in 10 s',
    );
    expect(() => body.reserve(200 * kib + 1)).toThrow(
      'body: the body is larger than 204800 bytes (MAX_UNPROVEN_BYTES)',
    );
  });

  it('does not count a released body', () => {
    const all = new UnprovenBodies(200 * kib);
    const body = all.open('a', 't');
    body.reserve(100 * kib);
    body.release();
    body.reserve(150 * kib);
    expect([all.sumOf('address a'), all.sumOf('token t')]).toEqual([0, 0]);
  });
});
