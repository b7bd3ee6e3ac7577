/** Stops a question whose request has ended. */
export interface Interrupt {
  /** Called now and then by long work. @throws an error if nobody waits for the result any more */
  check(): void;
}

export const uninterrupted: Interrupt = { check: () => {} };
