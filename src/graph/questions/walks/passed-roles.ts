import type { PassedRoles } from '../../../base/scope/request-scope.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import { kindSetOf } from '../../memory/kind-set.js';
import { nodesAt, startsOf, walkedGraph } from '../../reach/walked-graph.js';
import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { WalkFrom } from './walk.js';
import { WalkedNodes } from './walked-nodes.js';

/** Of an answer: the roles whose holders its walk passes, or that may lead into it. */
export interface WithPassedRoles {
  readonly passedRoles?: PassedRoles;
}

/** By places. */
const scopedRoles = new WeakMap<MemoryGraph, PassedRoles>();

/** Members of units over which roles have power. */
const memberKinds: readonly number[] = [Kind.AZUser, Kind.AZGroup];

/**
 * The roles of holders that a walk passes. If it goes against the edges, unknown members may be among the users and groups that it passes, so
 * all holders of their tenants count.
 */
export function passedRoles(graph: MemoryGraph, direction: Direction, walked: Iterable<number>): WithPassedRoles {
  const all = scopedRolesIn(graph);
  if (all.length === 0) return {};
  const nodes = new Set(walked);
  if (direction === 'out')
    return inIds(
      graph,
      all.filter(([holder]) => nodes.has(holder)),
    );
  const tenants = new Set<number>();
  for (const node of nodes) if (memberKinds.includes(graph.kindOf(node))) tenants.add(graph.environmentOf(node));
  return inIds(
    graph,
    all.filter(([, role]) => tenants.has(graph.environmentOf(role))),
  );
}

/** All roles for parts of tenants, for answers about the whole graph. */
export function allPassedRoles(graph: MemoryGraph): WithPassedRoles {
  return inIds(graph, scopedRolesIn(graph));
}

/** As {@link passedRoles}, of a list of control in the cloud; none for other lists. */
export function passedByWalk(graph: MemoryGraph, from: WalkFrom, interrupt: Interrupt): WithPassedRoles {
  const control = from.walk.steps.find(({ kinds }) => kinds.includes(Kind.AZResetPassword));
  if (!control || scopedRolesIn(graph).length === 0) return {};
  const walked = control.direction === 'in' ? [from.start] : new WalkedNodes(graph, from, interrupt).nodes;
  return passedRoles(graph, control.direction, walked);
}

/** As {@link passedRoles}, of the walk over any number of edges from some nodes. */
export function passedFrom(
  graph: MemoryGraph,
  { kinds, held }: { readonly kinds: readonly number[] | null; readonly held?: boolean | undefined },
  starts: readonly number[],
  interrupt: Interrupt,
): WithPassedRoles {
  if (scopedRolesIn(graph).length === 0) return {};
  const [all, followed] = [walkedGraph(graph, held), kindSetOf(kinds)];
  const walked = new Set(startsOf(all, starts));
  // The loop visits the places that it adds.
  for (const place of walked) {
    interrupt.check();
    all.neighbours('out', place, followed, (peer) => {
      walked.add(peer);
      return false;
    });
  }
  return passedRoles(graph, 'out', nodesAt(all, [...walked]));
}

function inIds(graph: MemoryGraph, roles: PassedRoles): WithPassedRoles {
  return roles.length === 0
    ? {}
    : { passedRoles: roles.map(([holder, role]) => [graph.idOf(holder), graph.idOf(role)]) };
}

function scopedRolesIn(graph: MemoryGraph): PassedRoles {
  let roles = scopedRoles.get(graph);
  if (!roles) {
    const found: PassedRoles[number][] = [];
    for (let node = 0; node < graph.size; node++)
      if (graph.kindOf(node) === Kind.AZRole)
        graph.sources(node, Kind.AZHasScopedRole, (holder) => found.push([holder, node]));
    scopedRoles.set(graph, (roles = found));
  }
  return roles;
}
