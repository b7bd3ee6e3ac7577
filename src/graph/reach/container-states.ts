import { Kind, lastKind } from '../kinds/kind-catalogue.js';
import type { KnownKind } from '../store/kind-names.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import { onlyLinksFlag, PropertyFlag } from '../store/edge-flag.js';

/** How a walk holds a container, and so what it reaches below. */
export const State = {
  /** Nothing below it. The state of all other nodes. */
  Plain: 0,
  /** A policy is linked to it: users and computers, until a unit or domain blocks inheritance. */
  Policy: 1,
  /** A policy is linked to it and enforced: users and computers. */
  Enforced: 2,
  /** New entries of its list are inherited: what is not protected. */
  Entries: 3,
  /** {@link Entries} and {@link Enforced}. */
  Rights: 4,
  /** The secrets of the whole domain: everything. */
  Whole: 5,
} as const;
export type State = (typeof State)[keyof typeof State];

/** Of each container, without {@link State.Plain}. */
export const heldStates = [State.Policy, State.Enforced, State.Entries, State.Rights, State.Whole] as const;

/** No walk leads over the edge. */
export const noState = -1;

type Nodes = Pick<MemoryGraph, 'kindOf' | 'blocksInheritance' | 'isProtected' | 'sources'>;

/** By kind of a node: the state of a walk that begins at it, as by GenericAll on it. */
const startStates: ReadonlyMap<number, State> = new Map([
  [Kind.Domain, State.Whole],
  [Kind.OU, State.Rights],
  [Kind.Container, State.Entries],
  [Kind.Site, State.Enforced],
  [Kind.SiteServer, State.Enforced],
]);

/** By kind. Walks ask it of each edge. */
const isContainer = new Uint8Array(lastKind + 1);
for (const kind of startStates.keys()) isContainer[kind] = 1;

export function isContainerKind(kind: number): boolean {
  return isContainer[kind] === 1;
}

export function startState(kind: number): State {
  return startStates.get(kind) ?? State.Plain;
}

/** Rights by which a new entry can be written that children inherit. */
const entryRights: ReadonlySet<number> = new Set([
  Kind.GenericAll,
  Kind.WriteDacl,
  Kind.WriteOwner,
  Kind.Owns,
  Kind.OwnsLimitedRights,
  Kind.WriteOwnerLimitedRights,
]);

/** Rights by which a policy can be linked, and no more. */
const linkRights: ReadonlySet<number> = new Set([Kind.WriteGPLink, Kind.GenericWrite]);

/** Limited by an entry for OWNER RIGHTS. If the rights that it leaves are not known, the strongest are assumed. */
const limitedRights: ReadonlySet<number> = new Set([Kind.OwnsLimitedRights, Kind.WriteOwnerLimitedRights]);

function isLinkRight(kind: number, flags: number): boolean {
  return linkRights.has(kind) || ((flags & onlyLinksFlag) !== 0 && limitedRights.has(kind));
}

/** Kinds that are followed with the traversable ones: they give control only to somebody who holds their start. */
export const heldKinds: ReadonlySet<number> = new Set([Kind.ProtectAdminGroups]);

/** The kinds of edges that walks follow for control. @param held whether containers lead on as they are held */
export function isFollowed({ id, isTraversable }: Pick<KnownKind, 'id' | 'isTraversable'>, held: boolean): boolean {
  return isTraversable || (held && heldKinds.has(id));
}

/** Whether an edge out of a container says what belongs to it. Nobody takes such an edge away, and all copies of the container have it. */
export function isPartOfContainer(kind: number): boolean {
  return kind === Kind.Contains || kind === Kind.ServerIs || heldKinds.has(kind);
}

const linked: ReadonlySet<number> = new Set([Kind.Domain, Kind.OU, Kind.Site]);

/** States that give rights on the container itself. */
const controlling: ReadonlySet<State> = new Set([State.Entries, State.Rights, State.Whole]);

/** Says in which state a walk enters the end of an edge. */
export class ContainerStates {
  /** By computer: whether a unit or domain above it blocks inheritance. */
  private readonly blocked = new Map<number, boolean>();

  constructor(private readonly nodes: Nodes) {}

  /** @returns {@link noState} if the edge leads no walk on that has its start in the state `from` */
  entered(from: State, source: number, kind: number, flags: number, target: number): State | typeof noState {
    const { nodes } = this;
    const sourceKind = nodes.kindOf(source);
    if (isContainerKind(sourceKind)) {
      if (kind === Kind.Contains) return this.inside(from, target);
      if (kind === Kind.ServerIs && sourceKind === Kind.SiteServer) return this.server(from, target);
      if (!controlling.has(from)) return noState;
    }
    return this.byEdge(kind, flags, sourceKind, nodes.kindOf(target));
  }

  private byEdge(kind: number, flags: number, sourceKind: number, targetKind: number): State {
    if (!isContainerKind(targetKind)) return State.Plain;
    const takesLinks = linked.has(targetKind);
    if (kind === Kind.GPLink) {
      if (sourceKind !== Kind.GPO || !takesLinks) return State.Plain;
      return flags & PropertyFlag.enforced ? State.Enforced : State.Policy;
    }
    if (isLinkRight(kind, flags)) return takesLinks ? State.Enforced : State.Plain;
    if (targetKind === Kind.Domain) return State.Whole;
    return entryRights.has(kind) && targetKind !== Kind.SiteServer ? startState(targetKind) : State.Plain;
  }

  /** Over Contains out of a container. */
  inside(from: State, target: number): State | typeof noState {
    const kind = this.nodes.kindOf(target);
    if (from === State.Whole) return isContainerKind(kind) ? State.Whole : State.Plain;
    const givesEntries = from === State.Entries || from === State.Rights;
    if (givesEntries && !this.nodes.isProtected(target))
      return from === State.Rights && kind === Kind.Container ? State.Rights : startState(kind);
    return from === State.Plain || from === State.Entries ? noState : this.byPolicy(from, kind, target);
  }

  private byPolicy(from: State, kind: number, target: number): State | typeof noState {
    if (!isContainerKind(kind)) return kind === Kind.User || kind === Kind.Computer ? State.Plain : noState;
    if (from !== State.Policy) return State.Enforced;
    return this.nodes.blocksInheritance(target) ? noState : State.Policy;
  }

  /** Over ServerIs. */
  private server(from: State, computer: number): State | typeof noState {
    if (from === State.Policy) return this.isBlocked(computer) ? noState : State.Plain;
    return from === State.Enforced || from === State.Whole ? State.Plain : noState;
  }

  private isBlocked(computer: number): boolean {
    let isBlocked = this.blocked.get(computer);
    if (isBlocked === undefined) this.blocked.set(computer, (isBlocked = isBlockedAbove(this.nodes, computer)));
    return isBlocked;
  }
}

/** Whether a unit or domain above a node blocks policies that are linked to its site. */
export function isBlockedAbove(graph: Pick<Nodes, 'sources' | 'blocksInheritance'>, node: number): boolean {
  return containersAbove(graph, node).some((one) => graph.blocksInheritance(one));
}

/** With the node itself. */
export function containersAbove(graph: Pick<Nodes, 'sources'>, node: number): readonly number[] {
  const above = new Set([node]);
  // The loop visits the containers that it adds.
  for (const one of above) graph.sources(one, Kind.Contains, (container) => above.add(container));
  return [...above];
}
