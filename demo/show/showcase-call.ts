import type { Capability } from '../../src/base/catalogue/capabilities.js';

/** An example call. */
export interface ShowcaseCall {
  readonly title: string;
  readonly method: 'GET' | 'POST';
  /** Path and query; variables of the shell file appear as `$NAME`. */
  readonly target: string;
  /** Value of `$QUERY` in the target, if the line would be too long otherwise. */
  readonly query?: string;
  /** A different body for each call, because a name can be created only once. It may contain line breaks. */
  readonly body?: (nth: number) => string;
  /** Capability that an edition needs for this call. */
  readonly requires?: Capability;
  /** Explains the answer in a sentence or two. */
  readonly meaning: (answer: string) => string;
  /** Lines that show the answer. */
  readonly picture?: (answer: string) => readonly string[];
  /** Words of the command line that ask the same. */
  readonly command?: string;
}
