/** A machine that is this much slower than usual fails no test. */
const PATIENCE = 10;

/**
 * Polls a condition until it is true.
 * @param seconds that it takes at most on a machine that is not overloaded
 * @param everyMs pause between two checks; longer if a check is expensive
 * @throws Error if the condition is still false after ten times as long
 */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 30, everyMs = 20): Promise<void> {
  const end = Date.now() + seconds * 1000 * PATIENCE;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`timed out: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
