import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { newPassword } from './new-password.js';

const good = 'seven hedgehogs waltz';

/** Runs with standard input as given; a terminal gets one line at a time, as a person types it. */
async function run(typed: readonly string[], { isTTY = false, option }: { isTTY?: boolean; option?: string } = {}) {
  const notes: string[] = [];
  const input = Object.assign(new PassThrough(), { isTTY });
  const lines = [...typed];
  const next = () => {
    const line = lines.shift();
    setImmediate(() => (line === undefined ? input.end() : input.write(`${line}\n`)));
  };
  const note = (line: string) => {
    notes.push(line);
    next();
  };
  const terminal = { settings: () => Promise.reject(new Error('no settings')), print: note, note, input };
  const owner = { name: 'alice', email: null };
  const password = await newPassword(terminal, owner, option).catch(
    (error: Error) => `${error.name}: ${error.message}`,
  );
  return { password, notes };
}

describe('a new password', () => {
  it('is typed twice into a terminal', async () => {
    expect(await run([good, good], { isTTY: true })).toEqual({
      password: good,
      notes: ['password of alice (not shown):', 'password of alice, again:'],
    });
  });

  it('is refused if the two differ', async () => {
    const { password } = await run([good, `${good}.`], { isTTY: true });
    expect(password).toBe('UsageError: password of alice: the two are not the same');
  });

  it('is otherwise the first line of standard input', async () => {
    expect(await run([good, 'another line'])).toEqual({
      password: good,
      notes: ['password of alice: reading one line of standard input'],
    });
  });

  it('is refused if standard input is empty or closed', async () => {
    const message = 'UsageError: password of alice: nothing was given';
    expect((await run([''])).password).toBe(message);
    expect((await run([])).password).toBe(message);
    expect((await run([], { isTTY: true })).password).toBe(message);
  });

  it.each([
    ['that is too short', 'short', 'it takes at least 12 characters'],
    [
      'that is common',
      'Password123!',
      'is a common password, or one with small changes; choose several words that do not belong together',
    ],
    [
      'made of the name',
      'alice-alice-1',
      'is made of the name or the e-mail address of the account; choose several words that do not belong together',
    ],
  ])('is refused if it is one %s', async (_, password, message) => {
    expect((await run([], { option: password })).password).toBe(`UsageError: --password: ${message}`);
    expect((await run([password])).password).toBe(`UsageError: password: ${message}`);
  });
});
