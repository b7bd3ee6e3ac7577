import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { anyDepth, appliedPolicies, edges, holders, oneStep, rights } from '../../graph/questions/walks/shapes.js';
import type { Walk } from '../../graph/questions/walks/walk.js';
import type { EntityKind, EntityList } from './entity-kind.js';

export function ofKind(path: string, noun: string, its: number, ...lists: readonly EntityList[]): EntityKind {
  return { path, noun, kinds: [its], lists };
}

export function list(
  name: string,
  contents: string,
  walk: Walk,
  title: string = name.replaceAll('-', ' '),
): EntityList {
  return { name, title, contents, walk };
}

export function rightsOnComputers(name: string, edge: keyof typeof Kind, title?: string): EntityList {
  const contents = `computers on which the entity has ${edge}, directly or through groups of any depth`;
  return list(name, contents, rights([Kind[edge]], [Kind.Computer]), title);
}

export function holdersOn(name: string, edge: keyof typeof Kind, title?: string): EntityList {
  const contents = `entities with ${edge} on it, directly or through groups of any depth`;
  return list(name, contents, holders([Kind[edge]], { results: {} }), title);
}

export function contained(name: string, kind: number, title = name): EntityList {
  return list(name, `${title} in it, at any depth`, anyDepth('out', [Kind.Contains], [kind]), title);
}

export const adminRights: EntityList = { ...rightsOnComputers('admin-rights', 'AdminTo'), isSpecified: true };
export const rdpRights = rightsOnComputers('rdp-rights', 'CanRDP', 'RDP rights');
export const dcomRights = rightsOnComputers('dcom-rights', 'ExecuteDCOM', 'DCOM rights');
export const psRemoteRights = rightsOnComputers('ps-remote-rights', 'CanPSRemote', 'PowerShell remoting rights');
export const constrainedDelegationRights = list(
  'constrained-delegation-rights',
  'entities to which it may delegate (AllowedToDelegate)',
  oneStep('out', [Kind.AllowedToDelegate]),
);
export const controllers = list(
  'controllers',
  'entities with an access right on it, directly or through groups of any depth',
  holders(edges.access),
);
export const controllables = list(
  'controllables',
  'entities on which it has an access right, directly or through groups of any depth',
  rights(edges.access),
);

export function memberships(name: string): EntityList {
  return list(name, 'groups that it is in, at any depth', anyDepth('out', [Kind.MemberOf]), 'memberships');
}

export function policies(name: string, title: string): EntityList {
  const contents =
    'policies that apply to it: linked to it, or to its containers unless a unit blocks inheritance and the link is not enforced';
  return list(name, contents, appliedPolicies, title);
}
