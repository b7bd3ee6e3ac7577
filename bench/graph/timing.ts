/** Milliseconds of each time that something was done. */
export class Timings {
  private readonly all: number[] = [];

  /** Those of several together. */
  static of(parts: readonly Timings[]): Timings {
    const together = new Timings();
    for (const part of parts) together.all.push(...part.all);
    return together;
  }

  async measure(work: () => Promise<unknown>): Promise<void> {
    const start = performance.now();
    await work();
    this.all.push(performance.now() - start);
  }

  /** @param share such as 0.5 or 0.99 */
  percentile(share: number): number {
    const sorted = this.all.toSorted((a, b) => a - b);
    return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
  }
}

/** How often `work` was done in a second, by so many at a time. */
export async function throughput(work: () => Promise<unknown>, atATime: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return done / seconds;
}
