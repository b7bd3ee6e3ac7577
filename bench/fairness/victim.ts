import http from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Timings } from '../measure.js';

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

  /** Calls at a fixed rate, whether or not earlier calls have been answered. */
  private async paced(seconds: number, everyMs: number, path: string): Promise<Calls> {
    const made: Calls = { timings: new Timings(), errors: [] };
    const calls: Promise<void>[] = [];
    const start = performance.now();
    for (let index = 0; index < (seconds * 1000) / everyMs; index++) {
      await sleep(Math.max(0, start + index * everyMs - performance.now()));
      calls.push(made.timings.measure(() => this.call(path, made.errors)));
    }
    await Promise.all(calls);
    return made;
  }

  private async call(path: string, errors: string[]): Promise<void> {
    try {
      const request = http.get(`${this.url}/api/v2/${path}`, { agent: this.agent, headers: this.headers });
      const [response]: http.IncomingMessage[] = await once(request, 'response');
      const body = response ? await text(response) : '';
      if (response?.statusCode !== 200)
        errors.push(`${path}: ${response?.statusCode} ${/"code":"[^"]*"/.exec(body)?.[0] ?? body}`);
    } catch (error) {
      errors.push(`${path}: ${String(error)}`);
    }
  }
}
