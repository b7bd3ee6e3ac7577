import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shippedQueries } from './shipped-queries.js';

/** Saved queries of the service that ask for weaknesses, with the conditions of findings and ready questions: name, description and text. */
const changed: readonly (readonly [name: string, description: string, query: string])[] = [
  [
    'Tier zero: shortest paths from all enabled users',
    'One shortest path for each pair. Limit it to a domain if the estate is large.',
    `MATCH p = shortestPath((u:User)-[:AD_ATTACK_PATHS*1..10]->(t:Tag_Tier_Zero))
WHERE NOT coalesce(u.enabled = false, false) AND NOT u:Tag_Tier_Zero AND t:Group AND t.objectid ENDS WITH '-512'
RETURN p
LIMIT 500`,
  ],
  [
    'Users: roastable service accounts',
    'Enabled users with a service principal name. Anyone in the domain can request a ticket and crack it offline.',
    `MATCH (n:User)
WHERE NOT coalesce(n.enabled = false, false)
  AND n.hasspn = true
  AND NOT coalesce(n.objectid ENDS WITH '-502', false)
  AND NOT coalesce(n.gmsa = true OR n.msa = true, false)
RETURN n.name AS name, n.serviceprincipalnames AS services, n.pwdlastset AS password_set, n:Tag_Tier_Zero AS tier_zero
ORDER BY tier_zero DESC, password_set`,
  ],
  [
    'Users: no preauthentication',
    'Enabled users whose logon answer can be requested without a password, and cracked offline.',
    `MATCH (n:User)
WHERE NOT coalesce(n.enabled = false, false)
  AND n.dontreqpreauth = true
RETURN n
LIMIT 1000`,
  ],
  [
    'Users: old passwords in privileged groups',
    'Enabled members of tier zero whose password is older than half a year.',
    `MATCH (n:User:Tag_Tier_Zero)
WHERE NOT coalesce(n.enabled = false, false)
  AND n.pwdlastset > 0 AND n.pwdlastset < datetime().epochseconds - 180 * 86400
RETURN n.name AS name, n.pwdlastset AS password_set
ORDER BY password_set`,
  ],
  [
    'Users: password not required',
    'Enabled users that may have an empty password.',
    `MATCH (n:User)
WHERE NOT coalesce(n.enabled = false, false)
  AND n.passwordnotreqd = true
RETURN n
LIMIT 1000`,
  ],
  [
    'Users: many administered computers',
    'The twenty users who administer most computers, by any group.',
    `MATCH (u:User)-[:MemberOf*0..]->()-[:AdminTo]->(c:Computer)
WHERE NOT coalesce(u.enabled = false, false)
WITH u, count(DISTINCT c) AS computers
RETURN u.name AS name, computers
ORDER BY computers DESC
LIMIT 20`,
  ],
  [
    'Computers: unconstrained delegation',
    'Computers and users that keep tickets of everyone who connects, and are no domain controllers.',
    `MATCH (n)
WHERE (n:User OR n:Computer)
  AND NOT coalesce(n.enabled = false, false)
  AND n.unconstraineddelegation = true
  AND NOT coalesce(n.isdc = true, false)
  AND NOT EXISTS { MATCH (n)-[:MemberOf]->(g:Group) WHERE g.objectid ENDS WITH '-516' }
RETURN n
LIMIT 1000`,
  ],
  [
    'Computers: end of support',
    'Enabled computers with a system that receives no updates.',
    `MATCH (n:Computer)
WHERE NOT coalesce(n.enabled = false, false)
  AND any(text IN ['WINDOWS NT', 'WINDOWS 2000', 'WINDOWS SERVER 2003', 'WINDOWS SERVER 2008', 'WINDOWS SERVER 2012', 'WINDOWS SERVER® 2003', 'WINDOWS SERVER® 2008', 'WINDOWS SERVER® 2012', 'WINDOWS XP', 'WINDOWS VISTA', 'WINDOWS 7', 'WINDOWS 8'] WHERE n.operatingsystem STARTS WITH text)
RETURN n.name AS name, n.operatingsystem AS system
ORDER BY system, name`,
  ],
  [
    'Computers: local administrators without password solution',
    'Enabled computers without LAPS that somebody administers.',
    `MATCH (n:Computer)
WHERE NOT coalesce(n.enabled = false, false)
  AND n.haslaps = false
  AND NOT coalesce(n.isdc = true, false)
  AND NOT EXISTS { MATCH (n)-[:MemberOf]->(g:Group) WHERE g.objectid ENDS WITH '-516' }
OPTIONAL MATCH (a)-[:AdminTo]->(n)
WITH n, count(a) AS administrators
WHERE administrators > 0
RETURN n.name AS name, administrators
ORDER BY administrators DESC
LIMIT 200`,
  ],
];

/** One condition for each weakness: an account is enabled unless it is known to be disabled. */
export class Weaknesses1796450000000 implements MigrationInterface {
  readonly name = 'Weaknesses1796450000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await setTexts(queryRunner, changed);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const names = new Set(changed.map(([name]) => name));
    await setTexts(
      queryRunner,
      shippedQueries.filter(([name]) => names.has(name)),
    );
  }
}

/** Accounts may have queries of the same names, and keep them. */
async function setTexts(queryRunner: QueryRunner, queries: typeof changed): Promise<void> {
  for (const [name, description, query] of queries)
    await queryRunner.query(
      'UPDATE "saved_query" SET description = $2, query = $3 WHERE account_id IS NULL AND name = $1',
      [name, description, query],
    );
}
