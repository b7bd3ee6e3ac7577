/** A saved query of the service: name, description and text. */
type ShippedQuery = readonly [name: string, description: string, query: string];

/**
 * Rows of the first migration, in the order of their ids. A later one changes texts, and reads them to take that back. A new query is a row
 * of a new migration.
 */
export const shippedQueries: readonly ShippedQuery[] = [
  [
    'Tier zero: all members',
    'Everything that controls the whole estate, as the analysis and the asset groups mark it.',
    'MATCH (n:Tag_Tier_Zero) RETURN n LIMIT 1000',
  ],
  [
    'Tier zero: who is a member by name and kind',
    'A table of the members, with the time of their last logon.',
    `MATCH (n:Tag_Tier_Zero)
WHERE n:User OR n:Computer OR n:Group
RETURN n.name AS name, labels(n) AS kinds, n.lastlogontimestamp AS last_logon
ORDER BY name`,
  ],
  [
    'Tier zero: shortest paths from owned objects',
    'How an attacker gets from owned objects to tier zero.',
    `MATCH p = allShortestPaths((s:Tag_Owned)-[:AD_ATTACK_PATHS|AZ_ATTACK_PATHS*1..12]->(t:Tag_Tier_Zero))
WHERE s <> t
RETURN p
LIMIT 200`,
  ],
  [
    'Tier zero: shortest paths from all enabled users',
    'One shortest path for each pair. Limit it to a domain if the estate is large.',
    `MATCH p = shortestPath((u:User)-[:AD_ATTACK_PATHS*1..10]->(t:Tag_Tier_Zero))
WHERE u.enabled = true AND NOT u:Tag_Tier_Zero AND t:Group AND t.objectid ENDS WITH '-512'
RETURN p
LIMIT 500`,
  ],
  [
    'Tier zero: sessions on computers of lower tiers',
    'A privileged user who is logged on to an ordinary computer exposes credentials there.',
    `MATCH p = (c:Computer)-[:HasSession]->(u:User:Tag_Tier_Zero)
WHERE NOT c:Tag_Tier_Zero
RETURN p
LIMIT 1000`,
  ],
  [
    'Tier zero: direct control by objects outside of it',
    'Each edge crosses the border of tier zero in one step.',
    `MATCH p = (s)-[:GenericAll|GenericWrite|WriteDacl|WriteOwner|Owns|AllExtendedRights|ForceChangePassword|AddMember|AddSelf|AddKeyCredentialLink|WriteSPN|AddAllowedToAct]->(t:Tag_Tier_Zero)
WHERE NOT s:Tag_Tier_Zero
RETURN p
LIMIT 1000`,
  ],
  [
    'Domains: trusts',
    'All trusts between domains and forests.',
    'MATCH p = (:Domain)-[:SameForestTrust|CrossForestTrust|TrustedBy]->(:Domain) RETURN p',
  ],
  [
    'Domains: who can replicate the directory',
    'Principals that can read every password hash of a domain, outside of tier zero.',
    `MATCH p = (s)-[:MemberOf*0..6]->()-[:DCSync|GetChangesAll]->(d:Domain)
WHERE NOT s:Tag_Tier_Zero
RETURN p
LIMIT 500`,
  ],
  [
    'Domains: number of objects by kind',
    'A first look at the size of each collected domain.',
    `MATCH (d:Domain {collected: true})
MATCH (n:Base)
WHERE n.domainsid = d.objectid AND (n:User OR n:Group OR n:Computer OR n:OU OR n:GPO)
WITH d.name AS domain, CASE WHEN n:User THEN 'users' WHEN n:Group THEN 'groups' WHEN n:Computer THEN 'computers' WHEN n:OU THEN 'units' ELSE 'policies' END AS kind, count(n) AS objects
RETURN domain, kind, objects
ORDER BY domain, objects DESC`,
  ],
  [
    'Users: roastable service accounts',
    'Enabled users with a service principal name. Anyone in the domain can request a ticket and crack it offline.',
    `MATCH (u:User)
WHERE u.hasspn = true AND u.enabled = true AND NOT u.objectid ENDS WITH '-502'
RETURN u.name AS name, u.serviceprincipalnames AS services, u.pwdlastset AS password_set, u:Tag_Tier_Zero AS tier_zero
ORDER BY tier_zero DESC, password_set`,
  ],
  [
    'Users: no preauthentication',
    'Enabled users whose logon answer can be requested without a password, and cracked offline.',
    'MATCH (u:User) WHERE u.dontreqpreauth = true AND u.enabled = true RETURN u LIMIT 1000',
  ],
  [
    'Users: old passwords in privileged groups',
    'Enabled members of tier zero whose password is older than a year.',
    `MATCH (u:User:Tag_Tier_Zero)
WHERE u.enabled = true AND u.pwdlastset > 0 AND u.pwdlastset < datetime().epochseconds - 365 * 86400
RETURN u.name AS name, u.pwdlastset AS password_set
ORDER BY password_set`,
  ],
  [
    'Users: password not required',
    'Enabled users that may have an empty password.',
    'MATCH (u:User) WHERE u.passwordnotreqd = true AND u.enabled = true RETURN u LIMIT 1000',
  ],
  [
    'Users: many administered computers',
    'The twenty users who administer most computers, by any group.',
    `MATCH (u:User)-[:MemberOf*0..]->()-[:AdminTo]->(c:Computer)
WHERE u.enabled = true
WITH u, count(DISTINCT c) AS computers
RETURN u.name AS name, computers
ORDER BY computers DESC
LIMIT 20`,
  ],
  [
    'Groups: rights of everybody',
    'What Domain Users, Authenticated Users and Everyone may control.',
    `MATCH p = (g:Group)-[r:AD_ATTACK_PATHS]->(n)
WHERE (g.objectid ENDS WITH '-513' OR g.objectid ENDS WITH '-S-1-5-11' OR g.objectid ENDS WITH '-S-1-1-0') AND type(r) <> 'MemberOf'
RETURN p
LIMIT 1000`,
  ],
  [
    'Groups: foreign members',
    'Members that belong to another domain than the group.',
    `MATCH p = (m:Base)-[:MemberOf]->(g:Group)
WHERE (m:User OR m:Group OR m:Computer) AND m.domainsid <> g.domainsid
RETURN p
LIMIT 1000`,
  ],
  [
    'Groups: deep nesting into Domain Admins',
    'Members of Domain Admins that are in it by three groups or more.',
    `MATCH p = (u:User)-[:MemberOf*3..]->(g:Group)
WHERE g.objectid ENDS WITH '-512'
RETURN p
LIMIT 500`,
  ],
  [
    'Computers: unconstrained delegation',
    'A computer that keeps tickets of everyone who connects to it, and is no domain controller.',
    `MATCH (c:Computer)
WHERE c.unconstraineddelegation = true AND c.enabled = true
  AND NOT (c)-[:DCFor]->(:Domain)
RETURN c
LIMIT 1000`,
  ],
  [
    'Computers: end of support',
    'Enabled computers with a system that receives no updates.',
    `MATCH (c:Computer)
WHERE c.enabled = true AND c.operatingsystem =~ '(?i).*(2000|2003|2008|2012|xp|vista|windows 7|windows 8).*'
RETURN c.name AS name, c.operatingsystem AS system
ORDER BY system, name`,
  ],
  [
    'Computers: local administrators without password solution',
    'Enabled computers without LAPS that somebody administers.',
    `MATCH (c:Computer)
WHERE c.enabled = true AND coalesce(c.haslaps, false) = false
OPTIONAL MATCH (a)-[:AdminTo]->(c)
WITH c, count(a) AS administrators
WHERE administrators > 0
RETURN c.name AS name, administrators
ORDER BY administrators DESC
LIMIT 200`,
  ],
  [
    'Computers: allowed to impersonate others',
    'Delegation to other computers, constrained and by resource.',
    'MATCH p = (s:Base)-[:AllowedToDelegate|AllowedToAct]->(c:Computer) RETURN p LIMIT 1000',
  ],
  [
    'Policies: writable policies and what they apply to',
    'Who can change a policy outside of tier zero, and the units it is linked to.',
    `MATCH p = (s)-[:GenericAll|GenericWrite|WriteDacl|WriteOwner|Owns]->(:GPO)-[:GPLink]->(:Base)
WHERE NOT s:Tag_Tier_Zero
RETURN p
LIMIT 500`,
  ],
  [
    'Certificates: escalation by a template or an authority',
    'Principals outside of tier zero that can become anybody by a certificate.',
    `MATCH p = (s)-[:MemberOf*0..4]->()-[:ADCSESC1|ADCSESC3|ADCSESC4|ADCSESC6a|ADCSESC6b|ADCSESC9a|ADCSESC9b|ADCSESC10a|ADCSESC10b|ADCSESC13|GoldenCert]->(:Domain)
WHERE NOT s:Tag_Tier_Zero
RETURN p
LIMIT 500`,
  ],
  [
    'Cloud: holders of global administrator',
    'Direct holders and those by a group.',
    `MATCH p = (s:AZBase)-[:AZMemberOf*0..3]->()-[:AZHasRole]->(r:AZRole)
WHERE r.name STARTS WITH 'GLOBAL ADMINISTRATOR@'
RETURN p
LIMIT 500`,
  ],
  [
    'Cloud: applications that can take over a tenant',
    'Service principals whose permissions lead to every role.',
    `MATCH p = (s:AZServicePrincipal)-[:AZMGGrantAppRoles|AZMGGrantRole|AZPrivilegedRoleAdmin|AZGlobalAdmin]->(:AZTenant)
RETURN p
LIMIT 500`,
  ],
  [
    'Cloud: synchronized accounts with privileged roles',
    'A directory user whose takeover gives a role in the cloud.',
    `MATCH p = (:User)-[:SyncedToEntraUser]->(:AZUser)-[:AZMemberOf*0..2]->()-[:AZHasRole]->(r:AZRole)
WHERE any(word IN ['GLOBAL ADMINISTRATOR', 'PRIVILEGED ROLE ADMINISTRATOR'] WHERE r.name STARTS WITH word)
RETURN p
LIMIT 500`,
  ],
];
