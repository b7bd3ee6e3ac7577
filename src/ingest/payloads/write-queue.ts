interface QueuedWrite {
  readonly begun: Promise<void>;
  readonly ended: Promise<void>;
}

/** Runs writes one after another. Awaiting `begun` limits memory to two batches: one is written, one converted. */
export class WriteQueue {
  private last: Promise<void> = Promise.resolve();

  /** @param write must not reject */
  add(write: () => Promise<void>): QueuedWrite {
    const begun = this.last;
    const ended = begun.then(write);
    this.last = ended;
    return { begun, ended };
  }

  end(): Promise<void> {
    return this.last;
  }
}
