import { describe, expect, it } from '@jest/globals';
import { tierZeroRules } from '../../../test/support/shipped-rows.js';

describe('tierZeroRules', () => {
  it('are 43 with different names and texts; 17 stay on', () => {
    expect(tierZeroRules).toHaveLength(43);
    expect(tierZeroRules.filter(([, , change]) => change === 'fixed')).toHaveLength(17);
    for (const column of [0, 1] as const) expect(new Set(tierZeroRules.map((rule) => rule[column])).size).toBe(43);
  });
});
