import type { Estate } from '../generator/estate.js';

/** One object that an asset group names. */
export interface DemoSelector {
  readonly name: string;
  readonly objectId: string;
}

export interface DemoAssetGroup {
  readonly name: string;
  readonly tag: string;
  /** Whether the service has the group from its first start. */
  readonly isSystemGroup: boolean;
  readonly selectors: readonly DemoSelector[];
}

/** What the demo marks: servers that matter most, and what an exercise has taken over. */
export function demoAssetGroups(estate: Estate): readonly DemoAssetGroup[] {
  return [
    { name: 'Crown jewels', tag: 'crown_jewels', isSystemGroup: false, selectors: [...crownJewels(estate)] },
    { name: 'Owned', tag: 'owned', isSystemGroup: true, selectors: [...owned(estate)] },
  ];
}

function* crownJewels({ directory: { machines, plan } }: Estate): Generator<DemoSelector> {
  for (let ordinal = 0; ordinal < machines.domainControllers; ordinal++) {
    const { host, sid } = machines.domainController(ordinal);
    yield { name: `${host}.${plan.domain.name}`, objectId: sid };
  }
  const servers = [
    machines.server(0),
    machines.nthServer('sql-server', 0),
    machines.nthServer('sql-server', 1),
    machines.nthServer('backup-server', 0),
  ];
  for (const server of servers) {
    if (server !== undefined) yield { name: `${server.host}.${plan.domain.name}`, objectId: server.sid };
  }
}

function* owned({ personas, directory: { machines, plan } }: Estate): Generator<DemoSelector> {
  const { helpdesk, workstationOwner } = personas;
  for (const { name, objectId } of [helpdesk, workstationOwner]) yield { name, objectId };
  const { host, sid } = machines.workstation(0);
  yield { name: `${host}.${plan.domain.name}`, objectId: sid };
}
