import { Kind, lastKind } from '../../graph/kinds/kind-catalogue.js';
import { aclKinds } from '../../graph/kinds/kind-definitions.js';
import type { Graph } from '../../graph/memory/graph.js';

/** Edges that end at a node and show that something was collected there. */
export const Evidence = { Session: 1, LocalGroup: 2 } as const;

const isRight = 4;

/** By kind, bits of {@link Evidence} and {@link isRight}: there are millions of edges. */
const meaning = new Uint8Array(lastKind + 1);
for (const kind of aclKinds) meaning[kind] = isRight;
meaning[Kind.HasSession] = Evidence.Session;
for (const kind of [Kind.AdminTo, Kind.CanRDP, Kind.CanPSRemote, Kind.ExecuteDCOM]) meaning[kind] = Evidence.LocalGroup;

/** Counts edges by the environment of their source. */
export class EdgeTotals {
  /** By index of the environment. */
  readonly relationships: Uint32Array;
  /** Rights by access control entries. */
  readonly acls: Uint32Array;
  /** Sessions on computers. */
  readonly sessions: Uint32Array;
  private readonly evidence: Uint8Array;

  constructor(private readonly graph: Pick<Graph, 'size' | 'kindOf' | 'environments' | 'environmentOf'>) {
    const { length } = graph.environments;
    this.relationships = new Uint32Array(length);
    this.acls = new Uint32Array(length);
    this.sessions = new Uint32Array(length);
    this.evidence = new Uint8Array(graph.size);
  }

  /** Adds an edge. */
  add(source: number, kind: number, target: number): void {
    const bits = meaning[kind] ?? 0;
    if (bits !== 0) this.evidence[target]! |= bits;
    const environment = this.graph.environmentOf(source);
    if (environment < 0) return;
    this.relationships[environment]!++;
    if (bits === isRight) this.acls[environment]!++;
    if (kind === Kind.HasSession && this.graph.kindOf(source) === Kind.Computer) this.sessions[environment]!++;
  }

  /** @param evidence a bit of {@link Evidence} */
  hasEvidence(node: number, evidence: number): boolean {
    return ((this.evidence[node] ?? 0) & evidence) !== 0;
  }
}
