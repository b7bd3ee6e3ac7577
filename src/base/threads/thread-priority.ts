import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * Lowers the priority of the calling thread, so that requests come first if cores are few. Only Linux has priorities of
 * threads; elsewhere this would change the whole process. A lower priority is kept, because raising one needs a privilege.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux' && getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
}
