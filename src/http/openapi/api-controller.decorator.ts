import { applyDecorators, Controller } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiTags } from '@nestjs/swagger';

/** Tags of the OpenAPI document with their descriptions, in its order. A tag of one controller alone may be in its decorator. */
const apiTags = {
  authentication: 'Sessions, the account of the caller, and roles.',
  accounts: 'People and programs that may log in.',
  'API tokens': 'Keys of long-lived integrations, which sign their requests.',
  'cloud tenants': 'Cloud directories in the graph, and the quality of their data.',
  domains: 'Active Directory domains in the graph, and the quality of their data.',
  'asset groups': 'Named sets of entities, by selectors.',
  entities: 'Entities of the graph, and the lists of related entities.',
  'asset-group tags': 'Asset groups as tiers and labels, with selectors of several nodes.',
  paths: 'Paths between nodes of the graph.',
  cypher: 'Queries that a client writes.',
  search: 'Entities by name, object id or distinguished name.',
  'custom nodes': 'Icons of node kinds that collectors add.',
  'saved queries': 'Cypher queries of accounts and of the service.',
  extensions: 'Descriptions of node and relationship kinds that programs register.',
  graph: 'The stored graph as a whole.',
  analysis: 'Runs that derive rights, tier zero and data quality from the graph.',
  'file uploads': 'Collector files that are sent by hand or by a script.',
  clients: 'Collection clients: programs that take jobs and send files.',
  events: 'Recurrence schedules of collection.',
  jobs: 'Single runs of collection, and their results.',
  collector: 'The calls that collection clients make.',
  findings: 'Weaknesses that the analysis finds, and risks that are accepted.',
  'risk posture': 'The state of tier zero over time.',
  'SAML providers': 'Identity providers of single sign-on by SAML.',
  'identity providers': 'Identity providers of single sign-on, and logins by them.',
  'audit log': 'Changes with their time and actor.',
  service: 'The service itself.',
} as const;

export type ApiTag = keyof typeof apiTags;

export interface DescribedTag {
  readonly name: string;
  readonly description: string;
}

const OwnTag = Reflector.createDecorator<DescribedTag>();

/** The tags of the document: from the table, then from controllers, which may share one. */
export function tagsOf(controllers: readonly Function[]): DescribedTag[] {
  const own = controllers.flatMap((it) => new Reflector().get<DescribedTag | undefined>(OwnTag, it) ?? []);
  return [...Object.entries(apiTags).map(([name, description]) => ({ name, description })), ...new Set(own)];
}

/** The prefix of every path of version 2. */
export const apiBase = 'api/v2';

/** A controller of the API. Its paths begin with `/api/v2/<path>`; `tag` groups it on the reference page. */
export function ApiController(path: string, tag: ApiTag | DescribedTag): ClassDecorator {
  const controller = Controller(path ? `${apiBase}/${path}` : apiBase);
  if (typeof tag === 'string') return applyDecorators(controller, ApiTags(tag));
  return applyDecorators(controller, ApiTags(tag.name), OwnTag(tag));
}
