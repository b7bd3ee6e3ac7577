/**
 * Runs work that brings something up to date: one run at a time. Calls during a run share the next run, because the current one may have
 * begun before the change that the caller needs.
 */
export class CoalescedWork {
  /** The run that was requested last. */
  private last: Promise<void> = Promise.resolve();
  /** Whether the last run has not begun, so that further calls can share it. */
  private isPending = false;

  constructor(private readonly work: () => Promise<void>) {}

  /**
   * Resolves after a run that begins after the call.
   * @throws the error of that run
   */
  run(): Promise<void> {
    if (!this.isPending) {
      this.isPending = true;
      this.last = this.runAfter(this.last);
    }
    return this.last;
  }

  private async runAfter(former: Promise<void>): Promise<void> {
    // Its callers receive its error.
    await former.catch(() => {});
    this.isPending = false;
    await this.work();
  }
}
