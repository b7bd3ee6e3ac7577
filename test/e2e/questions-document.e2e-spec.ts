import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Estate } from '../../demo/generator/estate.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { loadDemo } from '../../demo/load-demo.js';
import { substituted } from '../../demo/show/shell-file.js';
import { showcase } from '../../demo/show/showcase.js';
import { runCommandLine } from '../../src/commands/commands.js';
import { type TestApp, testApp } from '../support/app.js';
import { login } from '../support/signed-client.js';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';

/** A command of the document and the shown part of its answer. */
interface Example {
  readonly command: string;
  readonly answer: string;
}

function examplesOf(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^```console\n(.*?)^```$/gms)].map(([, text = '']) => text);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((example) => {
        const [, command = '', answer = ''] = /^((?:.*\\\n)*.*\n)([^]*)$/.exec(example) ?? [];
        return { command: command.replaceAll('\\\n', ' ').replaceAll(/\s+/g, ' ').trim(), answer: answer.trimEnd() };
      }),
  );
}

/** Words of a command as a shell splits them. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);
}

/** `…` stands for any part that is left out. */
function matcherOf(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}

const examples = examplesOf(readFileSync('docs/questions.md', 'utf8'));
const isCommand = ({ command }: Example) => command.startsWith('npm run -s cli -- ');
const isCall = ({ command }: Example) => command.startsWith('curl ');

describe('docs/questions.md', () => {
  let app: TestApp;
  let token: string;
  let variables: Readonly<Record<string, string>>;

  beforeAll(async () => {
    // One run of the cloud tenant is enough: the questions are about its first objects.
    const { cloud } = ESTATE_PRESETS.demo;
    const sizes = { ...ESTATE_PRESETS.demo, cloud: { ...cloud, runs: 1 } };
    app = await testApp({ edition: 'enterprise' });
    const estate = new Estate({ seed: 'graphward', sizes, now: new Date() });
    await loadDemo(app.app, estate, () => {});
    ({ variables } = showcase(estate));
    const draft = { name: 'analyst', email: null, role: 'read_only', password: 'a long password' } as const;
    await app.app.get(AccountsService).create(draft);
    token = await login(app.url, draft.name, draft.password);
  });
  afterAll(() => app.close());

  it('answers ten questions by both', () => {
    expect([examples.filter(isCall).length, examples.filter(isCommand).length, examples.length]).toEqual([10, 10, 20]);
  });

  it.each(examples.filter(isCommand))('$command', async ({ command, answer }) => {
    const lines: string[] = [];
    await runCommandLine([...wordsOf(command.replace('npm run -s cli -- ', '')), '--url', app.url, '--token', token], {
      columns: 80,
      settings: () => Promise.reject(new Error('the variables of the demo are enough')),
      print: (line) => lines.push(line),
      note: (line) => lines.push(line),
    });
    expect(lines.join('\n')).toMatch(matcherOf(answer));
  });

  it.each(examples.filter(isCall))('$command', async ({ command, answer }) => {
    const [, target = ''] = /"\$GRAPHWARD_URL([^"]*)"$/.exec(command) ?? [];
    const response = await app.as('read_only', 'bearer', 'GET', substituted(target, variables));
    // The document breaks long answers into lines.
    expect((await response.text()).replaceAll(/\s/g, '')).toMatch(matcherOf(answer.replaceAll(/\s/g, '')));
  });
});
