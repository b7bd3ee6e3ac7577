import { described, edge } from '../../graph/graph-records.fixture.js';

/** An extension as public ones are: a source with organizations, whose people own repositories. */
export const acme = {
  schema: { name: 'Acme', display_name: 'Acme Cloud', version: '1.0.0', namespace: 'ACME' },
  node_kinds: [
    { name: 'ACME_Org', display_name: 'Organization', is_display_kind: true, icon: 'sitemap', color: '#00FF00' },
    {
      name: 'ACME_User',
      display_name: 'User',
      is_display_kind: true,
      icon: 'user',
      color: '#336699',
      info: {
        general: { title: 'General', position: 0, markdown: { content: 'A **user**.' } },
      },
    },
    { name: 'ACME_Repo', display_name: 'Repository' },
  ],
  relationship_kinds: [
    {
      name: 'ACME_Owns',
      description: 'Owns it',
      is_traversable: true,
      info: { abuse: { title: 'Abuse', position: 1, markdown: { content: 'Push *code*.' } } },
    },
    { name: 'ACME_Knows' },
  ],
  environments: [{ environment_kind: 'ACME_Org', source_kind: 'AcmeBase', principal_kinds: ['ACME_User'] }],
  relationship_findings: [
    {
      name: 'ACME_OwnsTierZero',
      display_name: 'Owners from outside',
      relationship_kind: 'ACME_Owns',
      environment_kind: 'ACME_Org',
      remediation: {
        short_description: 'Somebody owns a part of tier zero.',
        long_description: 'Owners push code.',
        short_remediation: 'Take the repository away.',
        long_remediation: 'Take the repository away, and look at its history.',
      },
    },
  ],
  saved_queries: [{ constructor: 1 }],
};

function ofAcme(objectid: string, kind: string, name: string) {
  return described(objectid, [kind, 'AcmeBase'], { name, environmentid: 'Org-1' });
}

/** Data of {@link acme}: EVE owns REPO, ADA knows it. */
export const acmeGraph = [
  ofAcme('Org-1', 'ACME_Org', 'ACME INC'),
  ofAcme('EVE', 'ACME_User', 'EVE'),
  ofAcme('ADA', 'ACME_User', 'ADA'),
  ofAcme('REPO', 'ACME_Repo', 'REPO'),
  edge('EVE', 'ACME_Owns', 'REPO'),
  edge('ADA', 'ACME_Knows', 'REPO'),
];
