import { measured } from '../../base/format.js';

/** What an analysis counts in an environment, by its name in the API. */
export interface Measure {
  readonly name: string;
  readonly title: string;
  /** A share from 0 to 1; otherwise a count. */
  readonly isShare?: boolean;
}

/** A row of data quality: the counts of one analysis. */
export type QualityRow = Readonly<Record<string, unknown>> & { readonly created_at: string; readonly run_id: string };

export const domainMeasures: readonly Measure[] = [
  { name: 'users', title: 'Users' },
  { name: 'groups', title: 'Groups' },
  { name: 'computers', title: 'Computers' },
  { name: 'session_completeness', title: 'Users with sessions', isShare: true },
  { name: 'local_group_completeness', title: 'Computers with local groups', isShare: true },
  { name: 'relationships', title: 'Edges' },
  { name: 'acls', title: 'Edges from access control' },
  { name: 'sessions', title: 'Sessions' },
  { name: 'ous', title: 'OUs' },
  { name: 'containers', title: 'Containers' },
  { name: 'gpos', title: 'GPOs' },
  { name: 'aiacas', title: 'AIA CAs' },
  { name: 'rootcas', title: 'Root CAs' },
  { name: 'enterprisecas', title: 'Enterprise CAs' },
  { name: 'ntauthstores', title: 'NTAuth stores' },
  { name: 'certtemplates', title: 'Certificate templates' },
  { name: 'issuancepolicies', title: 'Issuance policies' },
];

export const tenantMeasures: readonly Measure[] = [
  { name: 'users', title: 'Users' },
  { name: 'groups', title: 'Groups' },
  { name: 'devices', title: 'Devices' },
  { name: 'relationships', title: 'Edges' },
  { name: 'apps', title: 'Applications' },
  { name: 'service_principals', title: 'Service principals' },
  { name: 'management_groups', title: 'Management groups' },
  { name: 'subscriptions', title: 'Subscriptions' },
  { name: 'resource_groups', title: 'Resource groups' },
  { name: 'vms', title: 'Virtual machines' },
  { name: 'key_vaults', title: 'Key vaults' },
];

/** The measures that an address names, in their order here; by default the first three counts and all shares. */
export function chosenMeasures(all: readonly Measure[], named: readonly string[]): readonly Measure[] {
  const chosen = all.filter(({ name }) => named.includes(name));
  return chosen.length > 0 ? chosen : all.filter(({ isShare }, index) => index < 3 || isShare === true);
}

export function valueOf(row: QualityRow, { name, isShare }: Measure): number {
  return measured(Number(row[name]), isShare);
}

/** Differences to the former run, for rows with the newest first; null for the first run. Shares differ by percentage points. */
export function deltasOf(rows: readonly QualityRow[], measure: Measure): readonly (number | null)[] {
  const values = rows.map((row) => valueOf(row, measure));
  return values.map((value, index) => {
    const former = values[index + 1];
    return former === undefined ? null : Math.round((value - former) * 10) / 10;
  });
}
