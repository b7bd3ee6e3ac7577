/** Waits until something holds; gives up, with an error, after ten seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`this never came true: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
