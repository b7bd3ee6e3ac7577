import { number } from '../base/format.js';

/** A count as it is, a share in percent with one digit. */
export function measured(value: number, isShare = false): number {
  return isShare ? Math.round(value * 1000) / 10 : value;
}

/** `3,462` or `62.5 %` of what {@link measured} returns. */
export function measuredText(value: number, isShare = false): string {
  return `${number(value)}${isShare ? ' %' : ''}`;
}
