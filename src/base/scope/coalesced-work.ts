/**
 * Runs work that brings something up to date: one run at a time. Calls during a run share the next run, because the current one may have
 * begun before the change that the caller needs.
 */
export class CoalescedWork<T = void> {
  /** The run that was requested last. */
  private last: Promise<T> | undefined;
  /** Whether the last run has not begun, so that further calls can share it. */
  private isPending = false;

  constructor(private readonly work: () => Promise<T>) {}

  /**
   * Resolves after a run that begins after the call.
   * @returns the result of that run
   * @throws the error of that run
   */
  run(): Promise<T> {
    if (this.isPending && this.last) return this.last;
    this.isPending = true;
    return (this.last = this.runAfter(this.last));
  }

  private async runAfter(former: Promise<T> | undefined): Promise<T> {
    // Its callers receive its error.
    await former?.catch(() => {});
    this.isPending = false;
    return this.work();
  }
}
