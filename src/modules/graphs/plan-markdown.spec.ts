import { describe, expect, it } from '@jest/globals';
import { planMarkdown } from './plan-markdown.js';

const node = (name: string) => ({ objectid: name, name, kind: 'User', href: '' });

describe(planMarkdown.name, () => {
  it('escapes names, and says what is structural', () => {
    const text = planMarkdown({
      exposed: 2,
      remaining: 1,
      cost: 3,
      lower_bound: 2,
      smallest: false,
      fewest_accounts: 1,
      complete: true,
      checked: 'view',
      zones: [],
      structural: { count: 1, accounts: [{ ...node('<b>\nANN'), way: [] }], answers: ['Move it.'] },
      stages: [],
      certificate: null,
      steps: [],
    });
    expect(text).toContain('A plan that leaves as few costs 2 at least.');
    expect(text).toContain('1 accounts have a way that nobody cuts.\n- \\<b\\> ANN: ');
    expect(text).not.toContain('Why not fewer?');
  });
});
