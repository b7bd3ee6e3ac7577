import type { Estate } from '../generator/estate.js';

export type ClientKey = 'headquarters' | 'branches' | 'cloud';

/** A collector that was set up somewhere in the company. */
export interface DemoClient {
  readonly key: ClientKey;
  readonly name: string;
  readonly type: 'directory' | 'cloud';
  /** Full name of the domain controller that it asks; empty for collectors of the cloud. */
  readonly domainController: string;
  readonly hostname: string;
  readonly ipAddress: string;
  readonly version: string;
  readonly lastCheckin: Date;
}

/** Collectors of the demo: two of the domain, one of the tenant. Addresses come from the block kept for documentation. */
export function demoClients(estate: Estate): readonly DemoClient[] {
  const { plan, directory } = estate;
  const controller = (ordinal: number) =>
    `${directory.machines.domainController(ordinal).host}.${plan.domain.name}`.toLowerCase();
  const client = (key: ClientKey, name: string, ordinal: number, type: DemoClient['type']): DemoClient => ({
    key,
    name,
    type,
    domainController: type === 'directory' ? controller(ordinal) : '',
    hostname: `collector-${ordinal + 1}.${plan.domain.name}`.toLowerCase(),
    ipAddress: `192.0.2.${10 + ordinal}`,
    version: type === 'directory' ? '2.5.9' : '2.2.1',
    lastCheckin: new Date(plan.now.getTime() - (ordinal + 1) * 45_000),
  });
  return [
    client('headquarters', 'Headquarters', 0, 'directory'),
    client('branches', 'Branch offices', 1, 'directory'),
    client('cloud', 'Cloud tenant', 2, 'cloud'),
  ];
}
