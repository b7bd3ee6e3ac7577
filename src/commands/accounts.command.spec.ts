import { expect, it } from '@jest/globals';
import { loadSettings } from '../base/config/load-settings.js';
import { runCommandLine } from './commands.js';
import { registerUserCreate } from './accounts.command.js';

it.each([
  ['a password that is too short', 'short', '--password: it takes at least 12 characters'],
  [
    'a common password',
    'Password123!',
    '--password: is a common password, or one with small changes; choose several words that do not belong together',
  ],
  [
    'a password made of the name',
    'alice-alice-1',
    '--password: is made of the name or the e-mail address of the account; choose several words that do not belong together',
  ],
])('user create refuses %s', async (_, password, message) => {
  const notes: string[] = [];
  const terminal = {
    settings: () => Promise.resolve(loadSettings({})),
    print: (line: string) => notes.push(line),
    note: (line: string) => notes.push(line),
  };
  const words = ['user', 'create', '--name', 'alice', '--role', 'user', '--password', password];
  expect(await runCommandLine(words, terminal, [registerUserCreate])).toBe(1);
  expect(notes).toEqual([message]);
});
