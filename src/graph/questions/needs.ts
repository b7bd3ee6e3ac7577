import type { Highs } from 'highs';
import type { ProofNeeds, Proofs } from './paths/known-proofs.js';

export type NeedyParameter = 'where' | 'exclude_where' | 'start_where' | 'end_where' | 'sort_by';

interface PropertyNeeds {
  readonly ids: readonly number[];
  readonly keys: readonly string[];
  /** The parameter that needs them, for errors. */
  readonly parameter: NeedyParameter;
  /** How many nodes the question reads until it ends, these among them. */
  readonly total: number;
}

/** The values of a property of all nodes that have it. */
interface ValueNeeds {
  readonly key: string;
  /** Null: all. */
  readonly kinds: readonly number[] | null;
}

/** Data that a question needs and memory lacks: one of these at a time. */
export interface Needs {
  readonly properties?: PropertyNeeds;
  readonly proofs?: ProofNeeds;
  readonly values?: ValueNeeds;
  /** A solver of linear programs, which the thread itself loads. */
  readonly solver?: true;
}

/** The answer to {@link Needs}. */
export interface Supplies {
  /** In the order of the ids. */
  readonly properties?: readonly Readonly<Record<string, unknown>>[];
  readonly proofs?: Proofs;
  readonly values?: readonly (readonly [id: number, value: unknown])[];
  readonly solver?: Highs;
}

/** An answer that needs more than memory has. */
export type AnswerWithNeeds<Answer> = Generator<Needs, Answer, Supplies>;
