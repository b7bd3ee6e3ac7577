/** The tree of a query: plain data. `at` is the offset in the text, for errors. Expressions alone have both `type` and `at`. */
export interface Query {
  /** Several: joined by UNION. */
  readonly parts: readonly SingleQuery[];
  readonly keepsDuplicates: boolean;
}

export interface SingleQuery {
  readonly clauses: readonly Clause[];
}

export type Clause = Match | Unwind | Projection;

export interface Match {
  readonly type: 'match';
  readonly optional: boolean;
  readonly paths: readonly PathPattern[];
  readonly where: Expression | null;
}

interface Unwind {
  readonly type: 'unwind';
  readonly list: Expression;
  readonly variable: string;
}

/** WITH or RETURN. */
export interface Projection {
  readonly type: 'with' | 'return';
  readonly distinct: boolean;
  /** Offset of the `*` that keeps all variables; null: there is none. */
  readonly starAt: number | null;
  readonly items: readonly ProjectionItem[];
  readonly orderBy: readonly SortItem[];
  readonly skip: Expression | null;
  readonly limit: Expression | null;
  readonly where: Expression | null;
}

export interface ProjectionItem {
  readonly expression: Expression;
  readonly name: string;
  /** Whether the query gives the name; else it is the text of the expression. */
  readonly isNamed: boolean;
}

export interface SortItem {
  readonly expression: Expression;
  readonly descending: boolean;
}

/** Nodes, and between each two an edge. */
export interface PathPattern {
  readonly variable: string | null;
  readonly shortest: 'one' | 'all' | null;
  readonly nodes: readonly NodePattern[];
  readonly edges: readonly EdgePattern[];
  readonly at: number;
}

/** A node or edge has a set of names if each group has one of them: `:A|B:C` is [[A, B], [C]]. */
export type NameGroups = readonly (readonly string[])[];

export interface NodePattern {
  readonly variable: string | null;
  readonly labels: NameGroups;
  readonly properties: MapLiteral | null;
  readonly where: Expression | null;
  readonly at: number;
}

/** Along relationships, against them, or both. */
export type Direction = 'out' | 'in' | 'both';

export interface EdgePattern {
  readonly variable: string | null;
  /** One of them; empty: any. */
  readonly kinds: readonly string[];
  readonly properties: MapLiteral | null;
  readonly where: Expression | null;
  readonly direction: Direction;
  /** Null: one edge. */
  readonly length: { readonly min: number; readonly max: number } | null;
  readonly at: number;
}

export const comparisons = ['=', '<>', '<=', '>=', '<', '>'] as const;

/** Operators between two values, in rows of the same precedence: the weakest row first. */
export const operatorRows = [
  ['OR'],
  ['XOR'],
  ['AND'],
  comparisons,
  ['=~', 'IN', 'CONTAINS', 'STARTS WITH', 'ENDS WITH', 'IS NULL', 'IS NOT NULL'],
  ['+', '-'],
  ['*', '/', '%'],
  ['^'],
] as const;

/** Operators behind one value. */
type NullTest = 'IS NULL' | 'IS NOT NULL';
type Operator = (typeof operatorRows)[number][number];
export type BinaryOperator = Exclude<Operator, NullTest>;
export type Comparison = (typeof comparisons)[number];

export function isNullTest(operator: Operator): operator is NullTest {
  return operator === 'IS NULL' || operator === 'IS NOT NULL';
}

export type Expression = { readonly at: number } & (
  | { readonly type: 'literal'; readonly value: null | boolean | bigint | number | string }
  | { readonly type: 'parameter'; readonly name: string }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'property'; readonly of: Expression; readonly key: string }
  | { readonly type: 'labels'; readonly of: Expression; readonly labels: NameGroups }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  | MapLiteral
  | Call
  | { readonly type: 'unary'; readonly operator: 'NOT' | '-' | '+' | NullTest; readonly operand: Expression }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  /** `a < b <= c`: an operator between each two operands. */
  | { readonly type: 'chain'; readonly operands: readonly Expression[]; readonly operators: readonly Comparison[] }
  | { readonly type: 'index'; readonly of: Expression; readonly index: Expression }
  | {
      readonly type: 'slice';
      readonly of: Expression;
      readonly from: Expression | null;
      readonly to: Expression | null;
    }
  | {
      readonly type: 'case';
      readonly subject: Expression | null;
      readonly branches: readonly (readonly [Expression, Expression])[];
      readonly otherwise: Expression | null;
    }
  | {
      readonly type: 'comprehension';
      readonly variable: string;
      readonly list: Expression;
      readonly where: Expression | null;
      readonly map: Expression | null;
    }
  | {
      readonly type: 'quantifier';
      readonly quantifier: Quantifier;
      readonly variable: string;
      readonly list: Expression;
      readonly where: Expression;
    }
  | {
      readonly type: 'reduce';
      readonly accumulator: string;
      readonly initial: Expression;
      readonly variable: string;
      readonly list: Expression;
      readonly step: Expression;
    }
  /** Whether a subquery has a row, how many it has, or a list of its only column. Patterns in expressions are subqueries, too. */
  | {
      readonly type: 'subquery';
      readonly result: 'exists' | 'count' | 'list';
      readonly query: Query;
      /** Whether it is a pattern without braces, which defines no variables. */
      readonly isPattern: boolean;
    }
);

export type Quantifier = 'all' | 'any' | 'none' | 'single';

export interface MapLiteral {
  readonly type: 'map';
  readonly entries: readonly (readonly [string, Expression])[];
  readonly at: number;
}

export interface Call {
  readonly type: 'call';
  /** In lower case. */
  readonly name: string;
  readonly args: readonly Expression[];
  readonly distinct: boolean;
  readonly at: number;
}
