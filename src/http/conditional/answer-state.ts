import { Injectable } from '@nestjs/common';
import { runWithoutScope } from '../../base/scope/request-scope.js';

/** Reads the state that answers from the graph follow from, as a text that no other state has. Undefined if it is not clear. */
type ReadState = () => Promise<string | undefined>;

const recentMs = 1000;

/** The state that answers from the graph follow from. The modules that know it provide it. */
@Injectable()
export class AnswerState {
  /** Without it, answers have no name. */
  read: ReadState = () => Promise.resolve(undefined);
  private known: { readonly at: number; readonly state: Promise<string | undefined> } | undefined;

  /**
   * A state of the last second. It may name an answer that is made now: if the answer is of a later state, its name matches nothing when a
   * client asks again.
   */
  recent(): Promise<string | undefined> {
    const now = performance.now();
    if (!this.known || now - this.known.at > recentMs)
      this.known = { at: now, state: runWithoutScope(() => this.read()).catch(() => undefined) };
    return this.known.state;
  }
}
