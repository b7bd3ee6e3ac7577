/**
 * Polls a condition until it is true.
 * @param everyMs pause between two checks; longer if a check is expensive
 * @throws Error if the condition is still false after `seconds`
 */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 30, everyMs = 20): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`timed out: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
