/** One reason for edges: statements that add to `derived_edge (source, kind, target)`, in order. */
export interface DerivationRule {
  readonly name: string;
  readonly statements: readonly string[];
}

/** Head of a statement that adds edges; a SELECT of source, kind, target follows. */
export const derive = 'INSERT INTO derived_edge (source, kind, target)';

/** SQL: the domains that were really collected, as `domain (id, objectid, name)`. Others are known by reference. */
export const collectedDomains = (domainKind: number) =>
  `domain AS (SELECT id, objectid, name FROM node WHERE kind = ${domainKind} AND props -> 'collected' = 'true')`;
