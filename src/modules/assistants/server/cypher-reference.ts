/** What an assistant needs to write queries; docs/cypher.md has all of it for people. */
export const cypherReference = `# Cypher

Queries only read.

- Clauses: MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND, UNION, UNION ALL, RETURN, DISTINCT, ORDER BY, SKIP, LIMIT.
- Patterns: labels (:User|Computer), kinds of edges as types (:MemberOf|AdminTo), any length (*1..3), shortestPath and
  allShortestPaths.
- Expressions: =~, IN, CASE, comprehensions, any, all, none, single, reduce, EXISTS { … }, COUNT { … }.
- Aggregates: count, sum, avg, min, max, collect, stDev, percentileCont, percentileDisc.
- Properties have names in lower case: name, objectid, enabled, pwdlastset. Names of Active Directory are in upper case,
  such as BJORN@CORP.EXAMPLE.
- AD_ATTACK_PATHS, AZ_ATTACK_PATHS and ALL_ATTACK_PATHS stand for all kinds of edges that give control.
- Tags are labels: Tag_Tier_Zero, Tag_Owned.

MATCH p = shortestPath((s:Tag_Owned)-[:AD_ATTACK_PATHS*1..]->(t:Tag_Tier_Zero)) WHERE s <> t RETURN p LIMIT 10

MATCH (u:User)-[:MemberOf*1..]->(g:Group) WHERE g.objectid ENDS WITH '-512' RETURN DISTINCT u.name ORDER BY u.name

A query that costs too much is refused with the reason. Begin it at nodes with a known name, objectid or tag.
The resource graphward://kinds has all kinds.
`;
