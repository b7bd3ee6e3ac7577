import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { TokenProofs } from './token-proofs.js';
import { TokenProofsRepository } from './token-proofs.repository.js';

const id = '0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11';
const [here, there] = ['192.0.2.1', '2001:db8::1'];

function storeFailingWith(reason: Error): Promise<void> {
  const store = () => Promise.reject(reason);
  return new TokenProofs({ store } as never, new FakeClock()).store(id, here);
}

describe('proofs of tokens', () => {
  let test: TestDatabase;
  let repository: TokenProofsRepository;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    test = await testDatabase();
    repository = new TokenProofsRepository(test.database);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await test.database.query(`TRUNCATE account CASCADE`);
    await test.database.query(
      `WITH owner AS (INSERT INTO account (id, name, role, password_hash) VALUES ($1, 'ada', 'user', 'x') RETURNING id)
       INSERT INTO api_token (id, account_id, name, key_encrypted) SELECT $1, id, 'test', '' FROM owner`,
      [id],
    );
  });

  const age = (minutes: number) =>
    test.database.query(`UPDATE token_proof SET proven_at = now() - $1 * interval '1 minute'`, [minutes]);
  const minutesOld = () =>
    test.database.query(
      `SELECT address, round(extract(epoch FROM now() - proven_at) / 60)::int AS minutes FROM token_proof`,
    );

  it('are valid for one address and seventy minutes', async () => {
    await repository.store(id, here);
    expect([await repository.isProven(id, here), await repository.isProven(id, there)]).toEqual([true, false]);
    await age(69);
    expect(await repository.isProven(id, here)).toBe(true);
    // A few seconds more, because the clock of a virtual machine may step back.
    await age(70.1);
    expect(await repository.isProven(id, here)).toBe(false);
  });

  it('are stored again once they are ten minutes old', async () => {
    await repository.store(id, here);
    await age(9);
    await repository.store(id, here);
    expect(await minutesOld()).toEqual([{ address: here, minutes: 9 }]);
    await age(11);
    await repository.store(id, here);
    expect(await minutesOld()).toEqual([{ address: here, minutes: 0 }]);
  });

  it('are deleted with their token, and none is stored for a deleted token', async () => {
    await repository.store(id, here);
    await test.database.query('DELETE FROM api_token');
    await repository.store(id, here);
    expect(await minutesOld()).toEqual([]);
  });

  it('are read from the database unless this instance has stored them within ten minutes', async () => {
    const clock = new FakeClock();
    const proofs = new TokenProofs(repository, clock);
    expect(await proofs.isProven(id, here)).toBe(false);
    await Promise.all([proofs.store(id, here), proofs.store(id, here)]);
    await test.database.query('DELETE FROM token_proof');
    clock.advance(599_999);
    await proofs.store(id, here);
    expect([await proofs.isProven(id, here), await minutesOld()]).toEqual([true, []]);
    clock.advance(1);
    expect(await proofs.isProven(id, here)).toBe(false);
    await proofs.store(id, here);
    expect(await minutesOld()).toEqual([{ address: here, minutes: 0 }]);
    clock.advance(-1);
    await test.database.query('DELETE FROM token_proof');
    expect(await proofs.isProven(id, here)).toBe(false);
  });

  it("are valid on this instance if they can't be stored, which it retries after a minute", async () => {
    const clock = new FakeClock();
    let writes = 0;
    const store = () => Promise.reject(new Error(`no ${++writes}`));
    const proofs = new TokenProofs({ store, isProven: () => Promise.resolve(false) } as never, clock);
    await proofs.store(id, here);
    await proofs.store(id, here);
    expect([await proofs.isProven(id, here), writes]).toEqual([true, 1]);
    clock.advance(60_000);
    await proofs.store(id, here);
    expect(writes).toBe(2);
  });

  it('log no warning if the database is read-only, because TokenUses logs one', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
    await storeFailingWith(Object.assign(new Error('read-only'), { code: '25006' }));
    expect(warn).not.toHaveBeenCalled();
    await storeFailingWith(new Error('full'));
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});
