import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * Lets requests go before the thread that calls it, where cores are few. Linux alone has priorities for single threads: elsewhere this
 * would be the service's own. Where that has a lower one already it stays, since few may raise it.
 */
export function goAfterRequests(): void {
  if (process.platform === 'linux' && getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
}
