import Table from 'cli-table3';

/** Durations in milliseconds. */
export class Timings {
  private readonly all: number[] = [];

  /** All durations of several. */
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

  get count(): number {
    return this.all.length;
  }

  /** @param share such as 0.5 or 0.99 */
  percentile(share: number): number {
    return percentile(this.all, share);
  }
}

/** @returns NaN if there are no values */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** How often `work` completes in a second with a number of concurrent workers. */
export async function throughput(work: () => Promise<unknown>, workers: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return done / seconds;
}

export function format(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a table without colours, under a title. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  table.push(...rows.map((row) => [...row]));
  print(`\n${title}\n${table.toString()}`);
}

/**
 * Runs the measurements that the command line names, one after the other.
 * @throws Error if it names one that does not exist
 */
export async function runMeasurements(
  measurements: Readonly<Record<string, () => Promise<void>>>,
  defaults: readonly string[],
): Promise<void> {
  const words = process.argv.slice(2);
  for (const name of words.length > 0 ? words : defaults) {
    const measurement = measurements[name];
    if (!measurement) throw new Error(`unknown measurement "${name}"; known: ${Object.keys(measurements).join(', ')}`);
    await measurement();
  }
}
