import { describe, expect, it } from '@jest/globals';
import { kindDefinitions } from '../../graph/kinds/kind-definitions.js';
import { shippedQueries } from '../../../test/support/shipped-rows.js';

const kinds = new Set(kindDefinitions.map(({ name }) => name));

/** Names that stand for marks and for sets of kinds. */
const virtual = new Set(['Tag_Tier_Zero', 'Tag_Owned', 'AD_ATTACK_PATHS', 'AZ_ATTACK_PATHS']);

/** Kinds after a colon or a bar. A colon before a space belongs to a map. */
function kindsOf(query: string): string[] {
  return [...query.replaceAll(/'[^']*'/g, "''").matchAll(/[:|](\w+)/g)].map(([, name = '']) => name);
}

describe('the queries that the service ships', () => {
  it('have names of their own and a description', () => {
    expect(shippedQueries.length).toBeGreaterThanOrEqual(25);
    expect(new Set(shippedQueries.map(([name]) => name)).size).toBe(shippedQueries.length);
    expect(shippedQueries.filter(([, description]) => !description.endsWith('.'))).toEqual([]);
  });

  it.each(shippedQueries)('"%s" reads, and names only known kinds', (_name, _description, query) => {
    expect(kindsOf(query).filter((kind) => !kinds.has(kind) && !virtual.has(kind))).toEqual([]);
    expect(query).toMatch(/^MATCH [^]+\bRETURN [^]*[^;\s]$/);
    expect(query).not.toMatch(/\b(CREATE|MERGE|SET|DELETE|REMOVE|CALL|LOAD|FOREACH|DROP)\b/);
    for (const pair of ['()', '[]', '{}']) expect(query.split(pair[0]!).length).toBe(query.split(pair[1]!).length);
  });
});
