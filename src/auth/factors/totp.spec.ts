import { describe, expect, it } from '@jest/globals';
import { isTotpCode, newTotpSecret, stepOf, totpUri } from './totp.js';

/** The secret of the test vectors of RFC 6238, appendix B, whose codes have eight digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes by time', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %d s are those of RFC 6238', (seconds, code, step) => {
    expect(stepOf(code, secret, new Date(seconds * 1000))).toBe(step);
    expect(stepOf(`${code.slice(0, 3)} ${code.slice(3)}`, secret, new Date(seconds * 1000))).toBe(step);
  });

  it('are accepted one step earlier and later, and not two', () => {
    const steps = [-60, -30, 0, 30, 60].map((offset) =>
      stepOf('005924', secret, new Date((1_234_567_890 + offset) * 1000)),
    );
    expect(steps).toEqual([null, 41_152_263, 41_152_263, 41_152_263, null]);
  });

  it('have six digits', () => {
    expect(['123456', '123 456', '12345', '1234567', 'abcdef', ' 123456'].map(isTotpCode)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('come from 160 random bits, which an app reads from a URI', () => {
    const own = newTotpSecret();
    expect(own).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(own);
    expect(totpUri(own, 'alice@x')).toBe(
      `otpauth://totp/Graphward:alice%40x?issuer=Graphward&secret=${own}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
