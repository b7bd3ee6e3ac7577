import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { registerCollectorSimulate } from './collector-simulate.command.js';
import { runCommandLine } from '../../src/commands/run-command-line.js';

const notAClient =
  'the service does not know the calls of collectors (404): it has to run with EDITION=enterprise, and the token has to be that of a client';

/** A service that knows no collectors and notes what it was sent. */
describe('collector simulate', () => {
  let service: Server;
  let url: string;
  let calls: { readonly target: string; readonly headers: IncomingHttpHeaders }[];

  beforeEach(async () => {
    calls = [];
    service = createServer((request, response) => {
      calls.push({ target: `${request.method} ${request.url}`, headers: request.headers });
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    delete process.env['GRAPHWARD_KEYWORD'];
    service.closeAllConnections();
    service.close();
  });

  async function simulate(...words: readonly string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const terminal = {
      settings: async () => loadSettings({}),
      print: (line: string) => out.push(line),
      note: (line: string) => err.push(line),
    };
    const given = ['collector', 'simulate', '--url', url, '--token-id', 'one', '--token-key', 'key', ...words];
    const code = await runCommandLine(given, terminal, [registerCollectorSimulate]);
    return { code, out, err };
  }

  it('makes its calls, and says in one line why it ends', async () => {
    expect(await simulate()).toEqual({ code: 1, out: [], err: [notAClient] });
    expect(calls.map(({ target }) => target)).toEqual(['PUT /api/v2/clients/update']);
  });

  it.each([
    ['svcsignature where nothing is said', undefined, [], 'svcsignature one'],
    ['that of --keyword', undefined, ['--keyword', 'a-Word_2'], 'a-Word_2 one'],
    ['that of GRAPHWARD_KEYWORD', 'other', [], 'other one'],
    ['that of --keyword before that of GRAPHWARD_KEYWORD', 'other', ['--keyword', 'mine'], 'mine one'],
  ])('signs with the word %s', async (_which, environment, words, authorization) => {
    if (environment !== undefined) process.env['GRAPHWARD_KEYWORD'] = environment;
    await simulate(...words);
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([authorization]);
  });

  it.each([
    ['--keyword', '', '--keyword <word>', 'It takes a word of letters, digits, _ and -.'],
    ['--keyword', 'two words', '--keyword <word>', 'It takes a word of letters, digits, _ and -.'],
    ['--keyword', 'bearer:x', '--keyword <word>', 'It takes a word of letters, digits, _ and -.'],
    ['--keyword', 'a\r\nX-Other: b', '--keyword <word>', 'It takes a word of letters, digits, _ and -.'],
    ['--url', 'ftp://127.0.0.1', '--url <url>', 'It takes an http(s) URL.'],
    ['--url', 'http://127.0.0.1?a=b', '--url <url>', 'It takes an http(s) URL.'],
    ['--poll', '0', '--poll <seconds>', 'It takes a number from 0.05 to 3600.'],
    ['--jobs', '1.5', '--jobs <number>', 'It takes a whole number from 1 on.'],
    ['--garbage', '2', '--garbage <share>', 'It takes a number from 0 to 1.'],
  ])('refuses %s %j and calls nobody', async (option, value, shown, reason) => {
    const message = `error: option '${shown}' argument '${value}' is invalid. ${reason}`;
    expect(await simulate(option, value)).toEqual({ code: 1, out: [], err: [message] });
    expect(calls).toEqual([]);
  });

  it('refuses a word of the environment that is none', async () => {
    process.env['GRAPHWARD_KEYWORD'] = 'two words';
    expect(await simulate()).toEqual({
      code: 1,
      out: [],
      err: [
        "error: option '--keyword <word>' value 'two words' from env 'GRAPHWARD_KEYWORD' is invalid. It takes a word of letters, digits, _ and -.",
      ],
    });
  });
});
