import type { IntegrityCheck } from '../../../database/sql/integrity-check.js';

/** Rules of asset groups (docs/adr/0040-tags.md). */
export const assetGroupChecks: readonly IntegrityCheck[] = [
  {
    name: 'asset groups: system',
    rule: 'the groups of tier zero and of owned nodes have the ids 1 and 2',
    places: `SELECT format('asset group %s: %s', id, expected.tag) FROM (VALUES (1, 'admin_tier_0'), (2, 'owned')) expected(id, tag)
      WHERE NOT EXISTS (SELECT FROM asset_group g WHERE g.id = expected.id AND g.tag = expected.tag AND g.system_group)`,
  },
  {
    name: 'asset groups: tiers',
    rule: 'tiers are numbered from 1 without gaps',
    places: `SELECT format('asset group %s (%s): position %s', id, tag, position)
      FROM (SELECT *, row_number() OVER (ORDER BY position) AS rank FROM asset_group WHERE position IS NOT NULL) tiers
      WHERE position <> rank`,
  },
];
