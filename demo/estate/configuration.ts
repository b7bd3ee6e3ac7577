import type { Machine } from '../generator/directory/machines.js';
import type { Estate } from '../generator/estate.js';
import { CODE_HOSTING_KINDS } from '../generator/opengraph/code-hosting.js';
import type { SsoProviderDraft } from '../../src/auth/sso/providers/sso-provider.js';

/** One object that an asset group names. */
export interface DemoSelector {
  readonly name: string;
  readonly objectId: string;
}

export interface DemoAssetGroup {
  readonly name: string;
  readonly tag: string;
  /** Id of a system group; absent if the demo creates the group. */
  readonly systemGroupId?: number;
  readonly selectors: readonly DemoSelector[];
}

/**
 * Asset groups of the demo: servers that belong to tier zero but that analysis does not find, the most important servers, and
 * the objects that an exercise took over.
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

/** Skips servers that a small estate does not have. */
function* selectorsOf({ directory }: Estate, machines: readonly (Machine | undefined)[]): Generator<DemoSelector> {
  for (const machine of machines) {
    if (machine) yield { name: `${machine.host}.${directory.plan.domain.name}`, objectId: machine.sid };
  }
}

export interface DemoIcon {
  readonly type: 'font-awesome';
  readonly name: string;
  /** `#RRGGBB`, upper case. */
  readonly color: string;
}

const icon = (name: string, color: string): DemoIcon => ({ type: 'font-awesome', name, color });

/** Icons of the kinds of the code hosting product. */
export const DEMO_NODE_KINDS: Readonly<Record<string, DemoIcon>> = {
  [CODE_HOSTING_KINDS.organization]: icon('building', '#5B8DEF'),
  [CODE_HOSTING_KINDS.team]: icon('users', '#F2A65A'),
  [CODE_HOSTING_KINDS.account]: icon('user-pen', '#7BC47F'),
  [CODE_HOSTING_KINDS.repository]: icon('code-branch', '#B084CC'),
  [CODE_HOSTING_KINDS.runner]: icon('gears', '#E4572E'),
};

/** The identity provider of the demo. */
export const DEMO_IDENTITY_PROVIDER: SsoProviderDraft = {
  kind: 'SAML',
  slug: 'halden-signin',
  displayName: 'Halden sign-in',
  // Nobody answers there, so the login page does not show it.
  enabled: false,
  issuer: 'https://signin.halden.example/saml/metadata',
  ssoUrl: 'https://signin.halden.example/saml/sso/redirect',
};
