import type { Call, Direction, EdgePattern, Expression, ProjectionItem, SortItem } from '../syntax/tree.js';

/** How the nodes of a scan are found. */
export type Anchor =
  | { readonly by: 'all' }
  | { readonly by: 'label'; readonly label: string }
  | { readonly by: 'id'; readonly id: Expression }
  /** Where a relationship that is bound begins, if it is followed in a direction. */
  | { readonly by: 'edge'; readonly edge: string; readonly direction: Direction }
  /** Nodes one of whose texts contains a text, without regard to case; filters that follow are exact. */
  | { readonly by: 'text'; readonly texts: readonly { readonly key: string; readonly text: Expression }[] };

/** One step of a plan. It takes rows, each a value by variable, and passes rows on. */
export type Step =
  | { readonly step: 'scan'; readonly node: string; readonly anchor: Anchor }
  | ExpandStep
  | ShortestStep
  | (NamedPath & { readonly step: 'path' })
  | { readonly step: 'filter'; readonly where: Expression }
  /** Each row with each of the rows of steps that do not depend on it. */
  | { readonly step: 'join'; readonly steps: readonly Step[]; readonly variables: readonly string[] }
  /** Each row with the rows that steps make of it, or with nulls if there are none. */
  | { readonly step: 'optional'; readonly steps: readonly Step[]; readonly variables: readonly string[] }
  | { readonly step: 'unwind'; readonly list: Expression; readonly variable: string }
  | ProjectStep;

/** A path and the variables of its nodes and relationships. */
export interface NamedPath {
  readonly path: string;
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

/** A relationship of a pattern between two variables. */
export interface Link {
  readonly edge: string;
  readonly from: string;
  readonly to: string;
  readonly pattern: EdgePattern;
}

export interface ExpandStep extends Link {
  readonly step: 'expand';
  /** Whether the pattern is followed from its right node to its left one. */
  readonly backwards: boolean;
  readonly isEdgeBound: boolean;
  readonly isToBound: boolean;
  /** Relationships of the same MATCH, which it may not use again. */
  readonly others: readonly string[];
}

/** A relationship of a pattern that asks for the shortest path. */
export interface ShortestLink extends Link {
  /** The variable of the path. */
  readonly path: string;
  /** Whether all shortest paths are sought, or one. */
  readonly all: boolean;
}

export interface ShortestStep extends ShortestLink {
  readonly step: 'shortest';
  /** Make the nodes at which paths begin or end; null: they are bound. */
  readonly fromSteps: readonly Step[] | null;
  readonly toSteps: readonly Step[] | null;
  /** Tests that all nodes or relationships of the path must pass. */
  readonly tests: readonly PathTest[];
}

export interface PathTest {
  readonly of: 'nodes' | 'relationships';
  readonly variable: string;
  readonly where: Expression;
  /** Whether the test must be true; else it must be false. */
  readonly expected: boolean;
  /** Whether it depends on variables that are bound before. */
  readonly isOfRow: boolean;
}

export interface ProjectStep {
  readonly step: 'project';
  readonly items: readonly ProjectionItem[];
  readonly distinct: boolean;
  /** Calls that aggregate. Null: nothing is aggregated. */
  readonly aggregates: readonly Call[] | null;
  /** Expressions whose values make a group. */
  readonly groups: readonly Expression[];
  readonly orderBy: readonly SortItem[];
  readonly skip: Expression | null;
  readonly limit: Expression | null;
  /** Tests rows that are left; it sees the columns, and the variables before. */
  readonly where: Expression | null;
}

/** Plans of the parts of a UNION. */
export interface Plan {
  readonly parts: readonly (readonly Step[])[];
  readonly keepsDuplicates: boolean;
  readonly columns: readonly string[];
}
