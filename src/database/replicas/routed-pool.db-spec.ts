import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { until } from '../../../test/support/until.js';
import { Cancellation, runInScope } from '../../base/scope/request-scope.js';

/** Of its four connections, questions may have three, and one principal two. */
describe('RoutedPool', () => {
  let test: TestDatabase;
  let held: (() => void)[] = [];

  beforeAll(async () => {
    test = await testDatabase({ DATABASE_POOL_SIZE: '4', QUESTIONS_PER_PRINCIPAL: '2' });
  });
  afterEach(async () => {
    for (const end of held) end();
    held = [];
    await until(() => test.database.connections().busy === 0);
  });
  afterAll(() => test.drop());

  /** Keeps a connection until the end of the test. */
  function hold(scope: ReturnType<typeof scopeOf>): Promise<unknown> {
    return runInScope(scope, () =>
      test.database.transaction(async (tx) => {
        await tx.query('SELECT');
        await new Promise<void>((end) => held.push(end));
      }),
    );
  }

  const busy = () => test.database.connections().busy;

  it('leaves connections to other principals, and to requests that are no questions', async () => {
    const [first] = [hold(scopeOf('ada')), hold(scopeOf('ada'))];
    await until(() => held.length === 2);
    let isAnswered = false;
    const third = runInScope(scopeOf('ada'), () => test.database.query('SELECT')).then(() => (isAnswered = true));
    await runInScope(scopeOf('bob'), () => test.database.query('SELECT'));
    void hold(scopeOf('bob'));
    await until(() => held.length === 3);
    await test.database.query('SELECT');
    await turn();
    expect([isAnswered, busy()]).toEqual([false, 3]);
    held[0]!();
    await Promise.all([first, third]);
    expect(isAnswered).toBe(true);
  });

  it('counts the time for which a question has a connection', async () => {
    const scope = scopeOf('ada');
    // A machine that does not run the test while PostgreSQL sleeps leaves nothing to count.
    await until(async () => {
      await runInScope(scope, () => test.database.query('SELECT pg_sleep(0.1)'));
      return scope.question.usedMs >= 50;
    });
    expect(scope.question.usedMs).toBeGreaterThanOrEqual(50);
  });

  it('does not count the time for which other work delays a question', async () => {
    const scope = scopeOf('ada');
    const asked = runInScope(scope, () => test.database.query('SELECT pg_sleep(0.05)'));
    await until(() => busy() === 1);
    await turn();
    const end = performance.now() + 1_500;
    while (performance.now() < end);
    await asked;
    expect(scope.question.usedMs).toBeLessThan(1_000);
  });

  it('rejects for a question whose request ends while it waits', async () => {
    for (const _ of [1, 2]) void hold(scopeOf('ada'));
    await until(() => held.length === 2);
    const signal = new Cancellation();
    const waiting = runInScope(scopeOf('ada', signal), () => test.database.query('SELECT'));
    signal.abort(new Error('the request ended'));
    await expect(waiting).rejects.toThrow('the request ended');
  });

  it('keeps no connection of a question that fails', async () => {
    for (const _ of [1, 2, 3])
      await expect(runInScope(scopeOf('ada'), () => test.database.query('SELECT 1 / 0'))).rejects.toThrow('division');
    for (const _ of [1, 2]) void hold(scopeOf('ada'));
    await until(() => held.length === 2);
    expect(busy()).toBe(2);
  });
});

function scopeOf(asker: string, signal = new Cancellation()) {
  return { requestId: asker, signal, question: { asker, usedMs: 0 } };
}
