import { tierZeroName, tierZeroTag } from '../../analysis/tier-zero/system-groups.js';

/** A share of 0 to 1, as people read it. */
export function percentText(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

/** A time of ISO 8601 in UTC, as people read it. */
export function momentText(time: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(time) ? `${time.slice(0, 16).replace('T', ' ')} UTC` : time;
}

export function countText(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count} ${several}`;
}

/** A tag of an asset group, as people read it. */
export function tagText(tag: string): string {
  return tag === tierZeroName || tag === tierZeroTag ? 'Tier zero' : tag;
}
