import { type TestApp, testApp } from '../../../../test/support/app.js';
import { described } from '../../../graph/graph-records.fixture.js';
import { writeGraph } from '../../../graph/graph.fixture.js';

/** A tag, a selector or a member. */
export interface Item {
  readonly id: number;
  readonly name: string;
  readonly object_id: string;
  readonly position: { readonly int32: number };
  readonly counts: { readonly members: number };
  readonly source: number;
  readonly seeds: readonly { readonly value: string }[];
}

export interface Answer {
  readonly status: number;
  /** `data` is one item or a list, and absent in errors. */
  readonly body: {
    readonly count: number;
    readonly data: Item & readonly Item[];
    readonly errors: readonly { readonly code: string; readonly context: string; readonly message: string }[];
  };
}

/** The object ids of two users and two groups of the graph. */
export const nodes = ['U-1', 'U-2', 'G-1', 'G-2'];

export function draft(name: string, ...objects: readonly string[]) {
  return { name, seeds: objects.map((value) => ({ type: 1, value })) };
}

export function refusal({ status, body }: Answer): [status: number, faults: string[]] {
  return [status, body.errors.map(({ code, context }) => `${code} ${context}`).toSorted()];
}

/** A service with a small graph. */
export class TestTags {
  private constructor(
    readonly app: TestApp,
    /** Id of the account that calls. */
    readonly me: string,
  ) {}

  static async open(): Promise<TestTags> {
    const app = await testApp({ edition: 'community' });
    await writeGraph(app.database, [
      described('D-1', ['Domain', 'Base'], { name: 'BIRCH' }),
      described('U-1', ['User', 'Base'], { name: 'ALICE', domainsid: 'D-1' }),
      described('U-2', ['User', 'Base'], { name: 'BOB' }),
      described('G-1', ['Group', 'Base'], { name: 'ADMINS', domainsid: 'D-1' }),
      described('G-2', ['Group', 'Base'], { name: 'BACKUP' }),
    ]);
    const self = await app.call('GET', '/api/v2/self');
    return new TestTags(app, ((await self.json()) as { data: { id: string } }).data.id);
  }

  /** Leaves the tags of the service, without members. */
  async clear(): Promise<void> {
    const { database } = this.app;
    await database.query('DELETE FROM asset_group WHERE NOT system_group');
    await database.query('DELETE FROM asset_group_selector WHERE NOT system_selector');
    await database.query('UPDATE asset_group_selector SET disabled_at = NULL, disabled_by = NULL');
    await database.query('DELETE FROM selected_node');
    await database.query('DELETE FROM analysis_run');
    // The service changes these tables only with a new version, because it caches counts by it.
    await database.query('UPDATE asset_group SET selectors_version = selectors_version + 1');
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.app.call(method, `/api/v2${path}`, body);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  createTag(name: string, more: object = { type: 2 }): Promise<number> {
    return this.create('/asset-group-tags', { name, ...more });
  }

  createSelector(tagId: number, name: string, ...objects: readonly string[]): Promise<number> {
    return this.create(`/asset-group-tags/${tagId}/selectors`, draft(name, ...objects));
  }

  async membersOf(tagId: number, query = ''): Promise<string[]> {
    const { body } = await this.call('GET', `/asset-group-tags/${tagId}/members${query}`);
    return body.data.map((it) => it.object_id);
  }

  addToTierZero(...objects: readonly string[]): Promise<unknown> {
    // The first rule of the service.
    const insert = 'INSERT INTO selected_node SELECT 1, id, 1 FROM node WHERE objectid = ANY ($1)';
    return this.app.database.query(insert, [objects]);
  }

  private async create(path: string, body: object): Promise<number> {
    const answer = await this.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`POST ${path} answered ${JSON.stringify(answer)}`);
    return answer.body.data.id;
  }
}
