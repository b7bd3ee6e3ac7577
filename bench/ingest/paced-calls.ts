import http from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Timings } from '../graph/timing.js';

export interface PacedTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Calls an address so many times a second, whether or not the calls before have been answered. */
export class PacedCalls {
  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(
    private readonly target: PacedTarget,
    private readonly perSecond: number,
  ) {}

  /** @throws where an answer is no success. */
  async during(seconds: number): Promise<Timings> {
    const timings = new Timings();
    const calls: Promise<void>[] = [];
    const start = performance.now();
    for (let index = 0; index < seconds * this.perSecond; index++) {
      await wait(Math.max(0, start + (index * 1000) / this.perSecond - performance.now()));
      calls.push(timings.measure(() => this.call()));
    }
    await Promise.all(calls);
    return timings;
  }

  close(): void {
    this.agent.destroy();
  }

  private async call(): Promise<void> {
    const request = http.get(this.target.url, { agent: this.agent, headers: this.target.headers });
    const [response]: http.IncomingMessage[] = await once(request, 'response');
    if (!response) throw new Error('there is no answer');
    const body = await text(response);
    if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${body}`);
  }
}
