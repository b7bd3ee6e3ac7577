import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { collectedDomains, derive, type DerivationRule } from './derivation-rule.js';

/** Everyone who holds one of the rights to replicate a collected domain, directly or by membership at any depth. */
const replicators = `
  CREATE TEMP TABLE replicator ON COMMIT DROP AS
  WITH RECURSIVE ${collectedDomains(Kind.Domain)},
  holder(domain, objectid, kind, id) AS (
    SELECT d.id, d.objectid, e.kind, e.source FROM domain d JOIN edge e ON e.target = d.id
      AND e.kind IN (${Kind.GetChanges}, ${Kind.GetChangesAll}, ${Kind.GetChangesInFilteredSet})
    UNION SELECT h.domain, h.objectid, h.kind, m.source FROM holder h JOIN edge m ON m.target = h.id AND m.kind = ${Kind.MemberOf})
  SELECT domain, objectid, kind, id FROM holder`;

/** SQL: those who hold GetChanges and the other right, as `(id, domain, objectid)`. */
function holdersOfBoth(other: number): string {
  return `(SELECT a.id, a.domain, a.objectid FROM replicator a
    JOIN replicator b ON (b.domain, b.id) = (a.domain, a.id) AND b.kind = ${other} WHERE a.kind = ${Kind.GetChanges})`;
}

/** Two rights that only together give the secrets of a domain: all of them, or the passwords of local administrators. */
export const replicationRights: DerivationRule = {
  name: 'rights by replication',
  statements: [
    replicators,
    'ANALYZE replicator',
    `${derive} SELECT r.id, ${Kind.DCSync}, r.domain FROM ${holdersOfBoth(Kind.GetChangesAll)} r`,
    `${derive} SELECT r.id, ${Kind.SyncLAPSPassword}, c.id FROM ${holdersOfBoth(Kind.GetChangesInFilteredSet)} r
       JOIN node c ON c.environment = r.objectid AND c.kind = ${Kind.Computer} AND c.props -> 'haslaps' = 'true'`,
  ],
};
