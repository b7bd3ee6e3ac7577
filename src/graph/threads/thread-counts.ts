import { availableParallelism } from 'node:os';

/**
 * Threads for the questions of one principal. A second one answers short questions while a long one runs; more than the processors make
 * nothing faster.
 */
export const threadsOfPrincipal = Math.min(Math.max(availableParallelism(), 2), 4);

/** One is left to other principals. */
export const threadCount = threadsOfPrincipal + 1;
