import { entryKinds, fixOfKind, type FixSort } from '../../kinds/descriptions/edge-fixes.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import { kindSetOf } from '../../memory/kind-set.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import { isContainerKind } from '../../reach/container-states.js';
import { PropertyFlag } from '../../store/edge-flag.js';
import { isDerivedOnly } from '../paths/derived-in-view.js';
import type { FixTable } from './fix-table.js';

/** A trustee of local groups or user rights of this many hosts has them from one policy. */
const hostsOfPolicy = 20;

/** The start of the edge is changed. */
const isAtSource: ReadonlySet<FixSort> = new Set(['delegation', 'history', 'template']);

/** All that the object says of it is changed, whoever the other end is. */
const ofObject: ReadonlySet<FixSort> = new Set(['trustees']);

interface EdgeEnds {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
  readonly flags: number;
}

/** Finds the fixes that take away an edge as a source states it. */
export class StatedFixes {
  private readonly byPolicy = new Map<number, boolean>();
  /** Pairs of a trustee and a container with an entry of its own. */
  private ownEntries: Set<number> | null = null;

  /** @param everybody Authenticated Users and Everyone, by place */
  constructor(
    private readonly graph: MemoryGraph,
    private readonly table: FixTable,
    private readonly isEnd: (node: number) => boolean,
    private readonly everybody: ReadonlySet<number>,
  ) {}

  of(edge: EdgeEnds): readonly number[] {
    const fix = fixOfKind(edge.kind);
    if (fix === 'never') return [];
    // A source states what the rules would derive.
    const sort = fix === 'reasons' ? 'edge' : fix;
    const special = this.special[sort];
    if (special) return special(edge);
    return isAtSource.has(sort)
      ? this.table.of(sort, edge.source)
      : this.table.of(sort, edge.target, ofObject.has(sort) ? -1 : edge.source);
  }

  private readonly special: { readonly [Sort in FixSort]?: (edge: EdgeEnds) => readonly number[] } = {
    entry: (edge) => this.ofEntry(edge),
    member: (edge) => this.ofMembership(edge),
    local: ({ source, kind, target }) => [...this.table.of('local', target, source), ...this.ofPolicy(source, kind)],
    logon: ({ source, target }) => [
      ...(this.administers(target) ? this.table.of('logon', target) : []),
      ...this.table.of('session', source, target),
    ],
    sync: ({ source, target }) => this.table.of('sync', this.localAccount(source, target)),
    identity: ({ source, target }) => this.table.of('identity', source, target),
  };

  private ofMembership({ source, kind, target, flags }: EdgeEnds): readonly number[] {
    const isByWindows = isDerivedOnly(flags) || (flags & PropertyFlag.isprimarygroup) !== 0;
    if (isByWindows || this.everybody.has(target)) return [];
    const policy = kind === Kind.MemberOfLocalGroup ? this.ofPolicy(source, kind) : [];
    return [...this.table.of('member', target, source), ...policy];
  }

  private ofPolicy(trustee: number, kind: number): readonly number[] {
    let isByPolicy = this.byPolicy.get(trustee);
    if (isByPolicy === undefined) {
      let hosts = 0;
      this.graph.somePeer('out', trustee, kind, () => ++hosts >= hostsOfPolicy);
      this.byPolicy.set(trustee, (isByPolicy = hosts >= hostsOfPolicy));
    }
    return isByPolicy ? this.table.of('policy', trustee) : [];
  }

  /** Entries that are inherited, or stamped by AdminSDHolder, are removed at their origin. */
  private ofEntry({ source, target, flags }: EdgeEnds): readonly number[] {
    const { table } = this;
    const stamping = this.containerWithEntry(source, target, Kind.ProtectAdminGroups);
    if (stamping >= 0) return table.of('entry', stamping, source);
    if ((flags & PropertyFlag.isinherited) === 0) return table.of('entry', target, source);
    return [...this.ofOrigin(source, target), ...this.ofInheritance(target)];
  }

  /** An object that takes no inherited entries any more has none of them. */
  private ofInheritance(target: number): readonly number[] {
    return isContainerKind(this.graph.kindOf(target)) ? [] : this.table.of('inheritance', target);
  }

  private ofOrigin(source: number, target: number): readonly number[] {
    const { graph, table } = this;
    const above = new Set([target]);
    // The loop visits the containers that it adds.
    for (const node of above) {
      const origin = this.containerWithEntry(source, node, Kind.Contains);
      if (origin >= 0) {
        const fixes = table.of('entry', origin, source);
        for (const fix of fixes) table.fixes[fix]!.isGuessed = true;
        return fixes;
      }
      graph.sources(node, Kind.Contains, (container) => above.add(container));
    }
    return [];
  }

  /** @returns -1 if the trustee has no entry of its own on a node from which an edge of the kind leads here */
  private containerWithEntry(trustee: number, node: number, kind: number): number {
    let found = -1;
    this.graph.somePeer('in', node, kind, (container) => {
      if (this.hasOwnEntry(trustee, container)) found = container;
      return found >= 0;
    });
    return found;
  }

  private hasOwnEntry(trustee: number, container: number): boolean {
    this.ownEntries ??= this.findOwnEntries();
    return this.ownEntries.has(trustee * this.graph.size + container);
  }

  private findOwnEntries(): Set<number> {
    const { graph } = this;
    const found = new Set<number>();
    const kinds = kindSetOf(entryKinds);
    const containers: readonly number[] = [Kind.Container, Kind.OU, Kind.Domain];
    for (let node = 0; node < graph.size; node++)
      if (containers.includes(graph.kindOf(node)))
        graph.edgesOf('in', node, kinds, (source, _kind, flags) => {
          if ((flags & PropertyFlag.isinherited) === 0) found.add(source * graph.size + node);
          return false;
        });
    return found;
  }

  private administers(account: number): boolean {
    return this.isEnd(account) || this.graph.somePeer('out', account, Kind.AdminTo, () => true);
  }

  private localAccount(source: number, target: number): number {
    return this.graph.kindOf(source) === Kind.User ? source : target;
  }
}
