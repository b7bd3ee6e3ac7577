import { namesOf } from '../../../base/values/names-of.js';
import { deletedKind } from '../../../ingest/payloads/environments.js';

/** The counts of a domain result: the name of the column and of the property in answers, and the kinds of nodes that are counted. */
const kindsOfCounts = {
  user_count: ['User', 'AZUser'],
  group_count: ['Group', 'AZGroup'],
  computer_count: ['Computer', 'AZDevice'],
  gpo_count: ['GPO'],
  ou_count: ['OU'],
  container_count: ['Container'],
  aiaca_count: ['AIACA'],
  rootca_count: ['RootCA'],
  enterpriseca_count: ['EnterpriseCA'],
  ntauthstore_count: ['NTAuthStore'],
  certtemplate_count: ['CertTemplate'],
  deleted_count: [deletedKind],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type DomainResultCount = keyof typeof kindsOfCounts;
export type DomainResultCounts = Readonly<Record<DomainResultCount, number>>;

export const domainResultCounts = namesOf(kindsOfCounts);

/** The outcome of one job for one domain or tenant. */
export interface DomainResult {
  readonly domainName: string;
  readonly success: boolean;
  readonly message: string;
  readonly counts: DomainResultCounts;
}

/** The counts of a domain with these numbers of nodes by kind. */
export function countsOfKinds(nodes: Readonly<Record<string, number>>): DomainResultCounts;
export function countsOfKinds(nodes: Readonly<Record<string, number>>): object {
  const sum = (kinds: readonly string[]) => kinds.reduce((total, kind) => total + (nodes[kind] ?? 0), 0);
  return Object.fromEntries(Object.entries(kindsOfCounts).map(([name, kinds]) => [name, sum(kinds)]));
}

export const noCounts: DomainResultCounts = countsOfKinds({});
