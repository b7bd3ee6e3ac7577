import { Cache } from '../../../base/values/cache.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { NodeTests } from './node-tests.js';
import type { NodeTest } from './reason.js';
import { ShortestWays } from './shortest-ways.js';

/** What explanations need beside the graph, by the ids of nodes. */
export interface ProofFacts {
  /** Authenticated Users and Everyone of all domains. */
  readonly everybody: readonly number[];
  /** The nodes of domains by their object ids. */
  readonly domains: Readonly<Record<string, number>>;
  /** A test that local administrators fail: groups do not lead over them. */
  readonly followedGroups: NodeTest;
}

export type KnownFacts = ProofFacts & { readonly tests: NodeTests };

/** Of the groups of all principals that are remembered. */
const rememberedBytes = 32 * 1024 ** 2;

/** Of a group with its last steps. */
const groupBytes = 300;

/** The groups of principals, with the ways to each. */
export class PrincipalGroups {
  private readonly known = new Cache<number, ShortestWays>(rememberedBytes, ({ size }) => size * groupBytes);
  private everybody: ShortestWays | undefined;

  constructor(
    private readonly graph: MemoryGraph,
    private readonly facts: KnownFacts,
    private readonly interrupt: Interrupt,
  ) {}

  of(principal: number): ShortestWays {
    let groups = this.known.get(principal);
    if (!groups) this.known.set(principal, (groups = this.from([principal])));
    return groups;
  }

  get ofEverybody(): ShortestWays {
    return (this.everybody ??= this.from(this.graph.nodesOf(this.facts.everybody)));
  }

  /** Local administrators have no groups and no members here. */
  private from(principals: readonly number[]): ShortestWays {
    const isFollowed = (group: number) => this.facts.tests.passes(this.facts.followedGroups, group);
    const kinds = principals.some(isFollowed) ? [Kind.MemberOf, Kind.MemberOfLocalGroup] : [];
    return new ShortestWays(this.graph, principals, kinds, 'out', isFollowed, this.interrupt);
  }
}
