/** The groups of operations in the OpenAPI document, in its order, and what each is about. */
export const apiTags = {
  authentication: 'Sessions, and what the caller may do.',
  accounts: 'People and programs that may log in.',
  'API tokens': 'Keys of long-lived integrations, which sign their requests.',
  'cloud tenants': 'Cloud directories in the graph, and the quality of their data.',
  domains: 'Active Directory domains in the graph, and the quality of their data.',
  'asset groups': 'Named sets of entities, by selectors.',
  entities: 'Users, groups and computers of the graph, and what they administer.',
  'custom nodes': 'Icons of node kinds that collectors add.',
  extensions: 'Descriptions of node and relationship kinds that programs register.',
  graph: 'The stored graph as a whole.',
  analysis: 'What is derived from the graph after data arrives.',
  'file uploads': 'Collector files that are sent by hand or by a script.',
  clients: 'Collection clients: programs that take jobs and send files.',
  events: 'Recurrence schedules of collection.',
  jobs: 'Single runs of collection, and their results.',
  collector: 'The calls that collection clients make.',
  'SAML providers': 'Identity providers of single sign-on.',
  'audit log': 'Who changed what, and when.',
} as const;

export type ApiTag = keyof typeof apiTags;
