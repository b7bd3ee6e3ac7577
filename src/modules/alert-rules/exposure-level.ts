/** A share that hovers around the bound is beyond it until it has returned by a point. */
const hysteresis = 0.01;

/**
 * Whether a share is beyond a bound.
 * @param share 0 to 1
 * @param wasBeyond at the evaluation before; undefined: there was none
 */
export function isBeyond(
  direction: 'above' | 'below',
  share: number,
  percent: number,
  wasBeyond: boolean | undefined,
): boolean {
  // Rounded, since 0.41 - 0.4 is less than 0.01.
  const past = Math.round((direction === 'above' ? 1 : -1) * (share - percent / 100) * 1e9) / 1e9;
  return wasBeyond ? past > -hysteresis : past > 0;
}
