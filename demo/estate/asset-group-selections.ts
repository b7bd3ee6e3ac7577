import type { Machine } from '../generator/directory/machines.js';
import type { Estate } from '../generator/estate.js';

/** One object that an asset group names. */
export interface DemoSelector {
  readonly name: string;
  readonly objectId: string;
}

export interface DemoAssetGroup {
  readonly name: string;
  readonly tag: string;
  /** Id of a group that the service has from its first start; absent for a group of the demo's own. */
  readonly systemGroupId?: number;
  readonly selectors: readonly DemoSelector[];
}

/**
 * Tier zero beyond what the analysis finds by itself (servers that can restore or sign anything), the servers that matter most, and
 * what an exercise has taken over.
 */
export function demoAssetGroups(estate: Estate): readonly DemoAssetGroup[] {
  return [
    { name: 'Admin Tier Zero', tag: 'admin_tier_0', systemGroupId: 1, selectors: [...addedToTierZero(estate)] },
    { name: 'Crown jewels', tag: 'crown_jewels', selectors: [...crownJewels(estate)] },
    { name: 'Owned', tag: 'owned', systemGroupId: 2, selectors: [...owned(estate)] },
  ];
}

function* addedToTierZero(estate: Estate): Generator<DemoSelector> {
  const { machines } = estate.directory;
  yield* selectorsOf(estate, [machines.server(0), machines.nthServer('backup-server', 0)]);
}

function* crownJewels(estate: Estate): Generator<DemoSelector> {
  const { machines } = estate.directory;
  for (let ordinal = 0; ordinal < machines.domainControllers; ordinal++)
    yield* selectorsOf(estate, [machines.domainController(ordinal)]);
  yield* selectorsOf(estate, [
    machines.server(0),
    machines.nthServer('sql-server', 0),
    machines.nthServer('sql-server', 1),
    machines.nthServer('backup-server', 0),
  ]);
}

function* owned(estate: Estate): Generator<DemoSelector> {
  const { helpdesk, workstationOwner } = estate.personas;
  for (const { name, objectId } of [helpdesk, workstationOwner]) yield { name, objectId };
  yield* selectorsOf(estate, [estate.directory.machines.workstation(0)]);
}

/** Small estates lack some of the servers. */
function* selectorsOf({ directory }: Estate, machines: readonly (Machine | undefined)[]): Generator<DemoSelector> {
  for (const machine of machines) {
    if (machine) yield { name: `${machine.host}.${directory.plan.domain.name}`, objectId: machine.sid };
  }
}
