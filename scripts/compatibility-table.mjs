/** The chapters of docs/compatibility.md, each with the tags of the reference document that belong to it. */
const tagsByTopic = {
  'Access and accounts': ['Auth', 'Roles', 'Permissions', 'API Tokens', 'BloodHound Users', 'EULA', 'Audit'],
  'The service': ['API Info', 'Config', 'Database', 'Datapipe', 'Analysis'],
  'Uploads and collectors': ['Collection Uploads', 'Collectors'],
  Search: ['Search'],
  'Paths and the graph': ['Graph', 'Meta Entities'],
  'Cypher and saved queries': ['Cypher'],
  'Data quality': ['Data Quality'],
  'Asset groups and tags': ['Asset Isolation'],
  'Kinds and extensions': ['Custom Node Management', 'OpenGraph (Experimental)'],
  'Entities of Active Directory': [
    'AD Base Entities',
    'AD Users',
    'Computers',
    'Groups',
    'Domains',
    'OUs',
    'GPOs',
    'Containers',
    'AIA CAs',
    'Root CAs',
    'Enterprise CAs',
    'NT Auth Stores',
    'Cert Templates',
  ],
  'Entities of Entra ID and Azure': ['Azure Entities'],
  'Scheduled collection': ['Clients', 'Events (Schedules)', 'Jobs', 'Tasks', 'Client Ingest'],
  'Findings and posture': ['Attack Paths', 'Risk Posture'],
};

const editions = ['Community', 'Enterprise'];

export const topics = Object.keys(tagsByTopic);

/** @throws Error if the reference document has a new tag */
export function topicOf(tags) {
  const tag = tags.find((it) => !editions.includes(it));
  const topic = topics.find((it) => tagsByTopic[it].includes(tag));
  if (!topic) throw new Error(`scripts/compatibility-table.mjs: add the tag "${tag}" to a topic`);
  return topic;
}

/** Why operations are left out on purpose; `*` is any text. The first match applies. */
const reasons = {
  'GET /api/v2/saml/sso': 'Deprecated. `/api/v2/sso-providers` names the providers.',
  'GET /api/v2/collectors/*/*': 'No collectors are distributed. Their authors publish them.',
  'GET /api/v2/kennel/download/*': 'No collectors are distributed. Their authors publish them.',
  'PUT /api/v2/config': 'Settings of the process replace it ([operations.md](operations.md)).',
  'PUT /api/v2/features/*': 'Features are parts of the service or the edition.',
  'DELETE /api/v2/analysis': 'A requested analysis is not canceled, because uploads wait for its rights.',
  'PATCH /api/v2/domains/*': 'Domains count as collected if a collector has read them.',
  'GET /api/v2/meta*': 'There are no meta nodes: exposure is counted without them ([ADR 0063](adr/0063-findings.md)).',
  'GET /api/v2/asset-groups/*/combo-node':
    'There are no meta nodes: exposure is counted without them ([ADR 0063](adr/0063-findings.md)).',
  'GET /api/v2/graphs/acl-inheritance': 'The origin of an inherited access control entry is not stored.',

  'POST /api/v2/asset-groups/*/selectors': '`PUT` on the same path does the same.',
  'DELETE /api/v2/asset-groups/*/selectors/*': '`PUT` on the path of the selectors removes them.',
  'GET /api/v2/asset-group-tags/certifications': 'Members of tags are not certified.',
  'POST /api/v2/asset-group-tags/certifications': 'Members of tags are not certified.',
};

const patterns = Object.entries(reasons).map(([text, reason]) => {
  const parts = text.split('*').map((it) => it.replaceAll(/[.()+?]/g, String.raw`\$&`));
  return { text, pattern: new RegExp(`^${parts.join('.*')}$`), reason };
});

export function reasonFor(operation) {
  return patterns.find(({ pattern }) => pattern.test(operation))?.reason ?? '';
}

/** @param leftOut the operations that answer 501 */
export function unusedReasons(leftOut) {
  return patterns.filter(({ pattern }) => !leftOut.some((it) => pattern.test(it))).map(({ text }) => text);
}
