import type { FixSort } from '../../kinds/descriptions/edge-fixes.js';
import type { Direction } from '../../memory/memory-graph.js';

/** The name of a test of nodes that needs properties, which memory does not have. The caller runs it. */
export type NodeTest = string;

/**
 * Names for nodes. `source` and `target` are the ends of the derived edge, `principal` is the one whose groups count: the source, unless a
 * step names another one.
 */
export type NodeName = 'source' | 'target' | 'principal' | 'domain' | 'authority' | 'template';

/** Edges from a node, and a test of the node at their other end. */
export interface Step {
  readonly kinds: readonly number[];
  readonly direction: Direction;
  /** The principal's end of the edge may be any group that it is in, or everybody: Authenticated Users or Everyone, with their groups. */
  readonly byGroups?: true;
  /** Any number of edges, maybe none, to every node that passes. */
  readonly repeats?: true;
  /** A test that all nodes on the way pass, if it repeats. */
  readonly over?: NodeTest;
  /** It is the node of this name. */
  readonly at?: NodeName;
  /** It is not the node of this name. */
  readonly except?: NodeName;
  /** One of the kinds that are shown. */
  readonly shownAs?: readonly number[];
  /** The node is in the same domain or tenant as the one of this name. */
  readonly inEnvironmentOf?: NodeName;
  readonly test?: NodeTest;
  /** Sorts of fixes at the node, or at its domain, that make the test fail. */
  readonly fixes?: readonly FixSort[];
  /** Names the node for the next steps. */
  readonly as?: NodeName;
  /** Steps from that node. All must succeed, unless they are optional. */
  readonly next?: readonly Step[];
  /** The step may fail. Its edges are shown if it succeeds. */
  readonly isOptional?: true;
  /** The step must fail. */
  readonly isAbsent?: true;
}

/** One reason for a derived edge. */
export interface Reason {
  /** `environment`: the domain of the target. */
  readonly from: 'source' | 'target' | 'environment';
  /** Names the node where the steps begin. */
  readonly as?: NodeName;
  readonly sourceTest?: NodeTest;
  /** The target has one of these kinds, as it is shown. */
  readonly targetKinds?: readonly number[];
  readonly targetTest?: NodeTest;
  /** Sorts of fixes at the target, or at its domain, that make its test fail. */
  readonly targetFixes?: readonly FixSort[];
  /** All must succeed, unless they are optional. */
  readonly steps: readonly Step[];
}
