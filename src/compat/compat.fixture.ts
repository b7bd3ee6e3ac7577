import { type TestApp, testApp } from '../../test/support/app.js';

export const zero = '0001-01-01T00:00:00Z';
export const notDeleted = { Time: zero, Valid: false };

export interface Answer {
  readonly status: number;
  /** Undefined for an empty body. */
  readonly body: unknown;
}

/** A service with COMPAT=bloodhound, called as an administrator. */
export class TestCompatApi {
  private constructor(readonly app: TestApp) {}

  static async open(edition: 'community' | 'enterprise' = 'community'): Promise<TestCompatApi> {
    return new TestCompatApi(await testApp({ edition, environment: { COMPAT: 'bloodhound' } }));
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    return answerOf(await this.app.call(method, `/api/v2${path}`, body));
  }

  /** Returns action, resource and details of the audit log, oldest first. */
  async recorded(...actions: readonly string[]): Promise<unknown[]> {
    const rows = await this.app.database.query<{ action: string; resource: string; details: object }>(
      'SELECT action, resource, details FROM audit_log WHERE action = ANY ($1) ORDER BY id',
      [actions],
    );
    return rows.map(({ action, resource, details }) => [action, resource, details]);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

export function refusal(answer: Answer): unknown {
  const { errors } = answer.body as { errors: unknown };
  return [answer.status, errors];
}
