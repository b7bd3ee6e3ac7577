import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Makes V8 collect the garbage of a heap, of any thread, if the heap has doubled since the last time. By default, it waits until a heap of
 * 100 MB has grown fourfold. Half as much growth costs a tenth of the CPU of short requests.
 */
export function limitGarbage(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

let collect: (() => void) | undefined;

/**
 * Collects the garbage of this thread, to release memory that threads share. V8 does not count shared memory, so a thread that creates few
 * objects keeps the last ten graphs that it has seen.
 */
export function collectGarbage(): void {
  if (!collect) {
    // The function that the flag adds is in new contexts only.
    setFlagsFromString('--expose-gc');
    const inNewContext: () => void = runInNewContext('gc');
    collect = inNewContext;
  }
  collect();
}
