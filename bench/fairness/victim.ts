import http from 'node:http';
import { get, paced } from '../http/paced.js';
import type { Timings } from '../measure.js';

interface Calls {
  readonly timings: Timings;
  readonly errors: string[];
}

/** By what the victim does. */
export type VictimTimes = Readonly<Record<string, Calls>>;

/** A user of the service, at the pace of a page that asks a few questions at once. */
export class Victim {
  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>>,
    /** A question to the graph. */
    private readonly question: string,
  ) {}

  async during(seconds: number): Promise<VictimTimes> {
    const [self, group, question] = await Promise.all([
      this.paced(seconds, 50, 'self'),
      this.paced(seconds, 100, 'asset-groups/1'),
      this.paced(seconds, 200, this.question),
    ]);
    return { '/self': self, 'operation 5': group, 'operation 6': question };
  }

  private async paced(seconds: number, everyMs: number, path: string): Promise<Calls> {
    const errors: string[] = [];
    return { timings: await paced(seconds, everyMs, () => this.call(path, errors)), errors };
  }

  private async call(path: string, errors: string[]): Promise<void> {
    try {
      const { status, body } = await get(`${this.url}/api/v2/${path}`, this.headers, this.agent);
      if (status !== 200) errors.push(`${path}: ${status} ${/"code":"[^"]*"/.exec(body)?.[0] ?? body}`);
    } catch (error) {
      errors.push(`${path}: ${String(error)}`);
    }
  }
}
