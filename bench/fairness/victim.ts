import http from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/database.js';
import { Kind } from '../../src/graph/kinds/kind-catalogue.js';
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
    private readonly bearer: string,
    private readonly database: Database,
  ) {}

  async during(seconds: number): Promise<VictimTimes> {
    const [user] = await this.database.query<{ objectid: string }>(
      'SELECT objectid FROM node WHERE kind = $1 ORDER BY md5(objectid) LIMIT 1',
      [Kind.User],
    );
    const id = user?.objectid ?? '';
    const [self, group, rights] = await Promise.all([
      this.paced(seconds, 50, '/api/v2/self'),
      this.paced(seconds, 100, '/api/v2/asset-groups/1'),
      this.paced(seconds, 200, `/api/v2/users/${id}/admin-rights?limit=10`),
    ]);
    return { '/self': self, 'asset group': group, 'admin rights': rights };
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
      const request = http.get(this.url + path, {
        agent: this.agent,
        headers: { Authorization: `Bearer ${this.bearer}` },
      });
      const [response]: http.IncomingMessage[] = await once(request, 'response');
      const body = response ? await text(response) : '';
      if (response?.statusCode !== 200)
        errors.push(`${path}: ${response?.statusCode} ${/"code":"[^"]*"/.exec(body)?.[0] ?? body}`);
    } catch (error) {
      errors.push(`${path}: ${String(error)}`);
    }
  }
}
