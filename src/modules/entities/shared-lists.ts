import { Kind } from '../../graph/kinds/kind-catalogue.js';
import {
  anyDepth,
  appliedPolicies,
  belowAuthority,
  edges,
  holders,
  oneStep,
  rights,
} from '../../graph/questions/walks/shapes.js';
import type { Walk } from '../../graph/questions/walks/walk.js';
import type { EntityList } from './entity-kind.js';

type List = Omit<EntityList, 'name'>;

export function lists(all: Readonly<Record<string, List>>): EntityList[] {
  return Object.entries(all).map(([name, list]) => ({ name, ...list }));
}

export function rightsOnComputers(edge: number, title: string, right: string): List {
  const contents = `computers on which the entity has ${right}, directly or through groups of any depth`;
  return { title, contents, walk: rights([edge], [Kind.Computer]) };
}

export function holdersOn(edge: number, title: string, right: string): List {
  return {
    title,
    contents: `entities with ${right} on it, directly or through groups of any depth`,
    walk: holders([edge], { results: {} }),
  };
}

export function contained(kind: number, title: string): List {
  return { title, contents: `${title} in it, at any depth`, walk: anyDepth('out', [Kind.Contains], [kind]) };
}

export const adminRights: List = { ...rightsOnComputers(Kind.AdminTo, 'admin rights', 'AdminTo'), isSpecified: true };
export const rdpRights = rightsOnComputers(Kind.CanRDP, 'RDP rights', 'CanRDP');
export const dcomRights = rightsOnComputers(Kind.ExecuteDCOM, 'DCOM rights', 'ExecuteDCOM');
export const psRemoteRights = rightsOnComputers(Kind.CanPSRemote, 'PowerShell remoting rights', 'CanPSRemote');
export const constrainedDelegationRights: List = {
  title: 'constrained delegation rights',
  contents: 'entities to which it may delegate (AllowedToDelegate)',
  walk: oneStep('out', [Kind.AllowedToDelegate]),
};
export const controllers: List = {
  title: 'controllers',
  contents: 'entities with an access right on it, directly or through groups of any depth',
  walk: holders(edges.access),
};
export const controllables: List = {
  title: 'controllables',
  contents: 'entities on which it has an access right, directly or through groups of any depth',
  walk: rights(edges.access),
};
export const memberships: List = {
  title: 'memberships',
  contents: 'groups that it is in, at any depth',
  walk: anyDepth('out', [Kind.MemberOf]),
};
export const policies = (title: string): List => ({
  title,
  contents:
    'policies that apply to it: linked to it, or to what contains it unless a unit blocks inheritance and the link is not enforced',
  walk: appliedPolicies,
});

export function hierarchy(walk: Walk): List {
  const contents =
    walk === belowAuthority
      ? 'authorities below it, and the computers that host them'
      : 'authorities above and below it, their hosts, and the stores and domains that trust it';
  return { title: 'hierarchy', contents, walk };
}
