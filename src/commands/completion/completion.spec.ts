import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { commands, runCommandLine } from '../commands.js';
import { candidatesFor } from './candidates.js';
import { shellScripts } from './shell-scripts.js';

const terminal = {
  settings: () => Promise.reject(new Error('completion needs no settings')),
  print: () => {},
  note: () => {},
};
const program = new Command('graphward').version('1');
for (const register of commands) register(program, terminal);

const wordsAfter = (...words: readonly string[]) => candidatesFor(program, words).map(({ word }) => word);

describe('the words that can follow', () => {
  it.each([
    [['s'], ['serve', 'search', 'show', 'summary', 'sso', 'status']],
    [
      ['user', ''],
      ['create', 'list', 'disable', 'enable', 'password', 'environments', 'mfa', 'help'],
    ],
    [['db', 'ba'], ['backup']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['search', 'ada', '--t'],
      ['--type', '--tier-zero', '--tsv', '--token'],
    ],
    [['search', '--type', '--'], []],
    [['search', '--type', 'User', '--d'], ['--domain']],
    [['search', 'user', ''], []],
    [['ask', 'direct'], ['direct-members']],
    [['ingest', ''], []],
    [['unheard-of', ''], []],
    [['--v'], ['--version']],
  ])('%j', (words, found) => {
    expect(wordsAfter(...words)).toEqual(found);
  });

  it('have the descriptions of the commands', () => {
    expect(candidatesFor(program, ['db', 'url'])).toEqual([
      { word: 'url', meaning: 'print the URL of the database, password included' },
    ]);
  });

  it('leave out the command by which shells ask for them', () => {
    expect(wordsAfter('comp')).toEqual(['completion']);
  });
});

describe('the scripts for shells', () => {
  let folder: string;

  /** A program that prints the words that it is called with, as candidates. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'completion-'));
    const script = `#!/bin/sh\nfor word in "$@"; do printf '<%s>\\ta: meaning\\n' "$word"; done\n`;
    writeFileSync(join(folder, 'graphward'), script, { mode: 0o700 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const environment = () => ({ ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` });

  it.each(Object.keys(shellScripts))('are printed: %s', async (shell) => {
    const out: string[] = [];
    const code = await runCommandLine(['completion', shell], { ...terminal, print: (line) => out.push(line) });
    expect([code, out]).toEqual([0, [shellScripts[shell]?.trim()]]);
  });

  it('ask for the words before the cursor (bash)', () => {
    const script = `${shellScripts['bash']}
COMP_WORDS=(graphward db 'a b' "" more) COMP_CWORD=3
_graphward && printf '%s\\n' "\${COMPREPLY[@]}"`;
    const found = execFileSync('bash', ['-euc', script], { env: environment(), encoding: 'utf8' });
    expect(found.trimEnd().split('\n')).toEqual(['<complete>', '<-->', '<db>', '<a b>', '<>']);
  });

  const ifInstalled = (shell: string, words: readonly string[]): string[] | null => {
    const { error, stdout } = spawnSync(shell, words, { env: environment(), encoding: 'utf8' });
    if (error) process.stderr.write(`${shell} is not installed: its completion is not tested\n`);
    return error ? null : stdout.trimEnd().split('\n').toSorted();
  };
  const asked = ['complete', '--', 'db', 'a b', ''].map((word) => `<${word}>`);

  it('ask for the words before the cursor, with their meanings (fish)', () => {
    const found = ifInstalled('fish', [
      '--no-config',
      '-c',
      `${shellScripts['fish']}\ncomplete -C "graphward db 'a b' "`,
    ]);
    expect(found ?? asked.map((word) => `${word}\ta: meaning`).toSorted()).toEqual(
      asked.map((word) => `${word}\ta: meaning`).toSorted(),
    );
  });

  it('ask for the words before the cursor, with their meanings (zsh)', () => {
    const script = `compdef() {}
_describe() { print -rl -- "\${(@P)2}" }
eval "$0"
words=(graphward db 'a b' '') CURRENT=4
_graphward`;
    const found = ifInstalled('zsh', ['-fc', script, shellScripts['zsh'] ?? '']);
    const described = asked.map((word) => `${word}:a\\: meaning`).toSorted();
    expect(found ?? described).toEqual(described);
  });
});
