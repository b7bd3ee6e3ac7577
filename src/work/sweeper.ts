/** The list of {@link Sweeper}s (work.module.ts). */
export const SWEEPERS = Symbol('SWEEPERS');

/** Something that has to be looked after now and then. Two processes may do it at once, where one has just lost the other. */
export interface Sweeper {
  sweep(signal: AbortSignal): Promise<void>;
}
