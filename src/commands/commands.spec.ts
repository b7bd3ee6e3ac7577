import { describe, expect, it } from '@jest/globals';
import { type Environment, loadSettings } from '../base/config/load-settings.js';
import { runCommandLine } from './commands.js';
import { commandGroup, type RegisterCommand } from './terminal.js';

const good: RegisterCommand = (program, terminal) => {
  commandGroup(program, 'thing', 'things')
    .command('show <name>')
    .action(async (name: string) => terminal.print(`${name} on port ${(await terminal.settings()).port}`));
};

const bad: RegisterCommand = (program) => {
  commandGroup(program, 'thing', 'things')
    .command('break')
    .action(() => Promise.reject(new Error('the thing broke')));
};

async function run(words: string, environment: Environment = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    settings: async () => loadSettings(environment),
    print: (line: string) => out.push(line),
    note: (line: string) => err.push(line),
  };
  const code = await runCommandLine(words.split(' '), terminal, [good, bad]);
  return { code, out, err };
}

describe('the command line', () => {
  it('prints the result alone on standard output and exits 0', async () => {
    expect(await run('thing show lamp')).toEqual({ code: 0, out: ['lamp on port 8080'], err: [] });
  });

  it('exits 1 with the message alone when a command fails', async () => {
    expect(await run('thing break')).toEqual({ code: 1, out: [], err: ['the thing broke'] });
  });

  it('exits 2 and names every faulty setting, one a line', async () => {
    const { code, err } = await run('thing show lamp', { PORT: 'x', EDITION: 'y' });

    expect(code).toBe(2);
    expect(err).toEqual([
      'EDITION: "y" is not allowed; it accepts community or enterprise\nPORT: "x" is not allowed; it accepts an integer from 0 to 65535',
    ]);
  });

  it.each([
    ['unheard-of', "error: unknown command 'unheard-of'"],
    ['thing show', "error: missing required argument 'name'"],
    ['thing show a b', "error: too many arguments for 'show'. Expected 1 argument but got 2."],
    ['thing show a --loud', "error: unknown option '--loud'"],
  ])('exits 2 if the words are wrong "%s"', async (words, message) => {
    expect(await run(words)).toEqual({ code: 2, out: [], err: [message] });
  });

  it('explains itself on standard output when asked to', async () => {
    const { code, out, err } = await run('--help');

    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.join('\n')).toContain('thing           things');
  });
});
