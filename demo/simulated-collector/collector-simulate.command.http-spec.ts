import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { registerCollectorSimulate } from './collector-simulate.command.js';
import { runCommandLine } from '../../src/commands/commands.js';

const notAClient =
  'the service has no calls for collectors (404): it needs EDITION=enterprise, and the token must belong to a client';

/** Runs against a fake service that answers 404 and records the calls. */
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

  it('calls the service and prints one line for a refusal', async () => {
    expect(await simulate()).toEqual({ code: 1, out: [], err: [notAClient] });
    expect(calls.map(({ target }) => target)).toEqual(['PUT /api/v2/clients/update']);
  });

  it.each([
    ['svcsignature by default', undefined, [], 'svcsignature one'],
    ['of --keyword', undefined, ['--keyword', 'a-Word_2'], 'a-Word_2 one'],
    ['of GRAPHWARD_KEYWORD', 'other', [], 'other one'],
    ['of --keyword rather than of GRAPHWARD_KEYWORD', 'other', ['--keyword', 'mine'], 'mine one'],
  ])('signs with the keyword %s', async (_which, environment, words, authorization) => {
    if (environment !== undefined) process.env['GRAPHWARD_KEYWORD'] = environment;
    await simulate(...words);
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([authorization]);
  });

  it.each([
    ['--keyword', '', '--keyword <word>', 'It must be a word of letters, digits, _ and -.'],
    ['--keyword', 'two words', '--keyword <word>', 'It must be a word of letters, digits, _ and -.'],
    ['--keyword', 'bearer:x', '--keyword <word>', 'It must be a word of letters, digits, _ and -.'],
    ['--keyword', 'a\r\nX-Other: b', '--keyword <word>', 'It must be a word of letters, digits, _ and -.'],
    ['--url', 'http://127.0.0.1?a=b', '--url <url>', 'It must be an http(s) URL.'],
    ['--poll', '0', '--poll <seconds>', 'It must be a number from 0.05 to 3600.'],
    ['--jobs', '1.5', '--jobs <number>', 'It must be a whole number of at least 1.'],
    ['--garbage', '2', '--garbage <share>', 'It must be a number from 0 to 1.'],
  ])('refuses %s %j without a call', async (option, value, shown, reason) => {
    const message = `error: option '${shown}' argument '${value}' is invalid. ${reason}`;
    expect(await simulate(option, value)).toEqual({ code: 2, out: [], err: [message] });
    expect(calls).toEqual([]);
  });

  it('refuses an invalid keyword of the environment', async () => {
    process.env['GRAPHWARD_KEYWORD'] = 'two words';
    expect(await simulate()).toEqual({
      code: 2,
      out: [],
      err: [
        "error: option '--keyword <word>' value 'two words' from env 'GRAPHWARD_KEYWORD' is invalid. It must be a word of letters, digits, _ and -.",
      ],
    });
  });
});
