/**
 * Waits until something holds; gives up, with an error, after a while.
 * @param everyMs how often it looks; seldom where looking itself takes a share of the machine
 */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 30, everyMs = 20): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`this never came true: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
