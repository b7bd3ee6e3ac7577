import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { tierZeroRules } from './tier-zero-rules.js';

describe('tierZeroRules', () => {
  it('are 42, of which 17 stay on, with different names and texts', () => {
    expect(tierZeroRules).toHaveLength(42);
    expect(tierZeroRules.filter(([, , change]) => change === 'fixed')).toHaveLength(17);
    for (const column of [0, 1] as const) expect(new Set(tierZeroRules.map((rule) => rule[column])).size).toBe(42);
  });

  it('are the table in docs/collector-rules.md', () => {
    const document = readFileSync('docs/collector-rules.md', 'utf8');
    const [, table = ''] = /\| rule +\| seeds .*\n.*\n([^]*?)\n\n/.exec(document) ?? [];
    const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()).slice(1, -1)); // prettier-ignore
    expect(rows).toEqual(tierZeroRules.map(([name, text, change]) => [name, text, change === 'fixed' ? 'no' : 'yes']));
  });
});
