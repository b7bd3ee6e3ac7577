import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CollectorPlan } from './simulated-collector.js';
import { ESTATE_PRESETS } from '../generator/sizes.js';
import { commandGroup, type RegisterCommand } from '../../src/commands/terminal.js';
import { isServiceUrl } from '../../src/base/values/service-url.js';

/** Reads an option that takes a whole number from 1. */
export const count = numberFrom(1, Number.MAX_SAFE_INTEGER, { whole: true });

interface Options extends CollectorPlan {
  readonly url: string;
  readonly tokenId: string;
  readonly tokenKey: string;
  readonly keyword: string;
}

/** `collector simulate`: a collection client that sends invented data over HTTP. */
export const registerCollectorSimulate: RegisterCommand = (program, terminal) => {
  const command = commandGroup(program, 'collector', 'collection clients')
    .command('simulate')
    .description('act as a collection client: run jobs, send invented data and print a summary as JSON')
    .addOption(
      new Option('--url <url>', 'URL of the service')
        .env('GRAPHWARD_URL')
        .default('http://127.0.0.1:8080')
        .argParser(baseUrl),
    )
    .addOption(
      new Option('--token-id <id>', 'id of the API token of the client')
        .env('GRAPHWARD_TOKEN_ID')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--token-key <key>', 'key of the API token of the client')
        .env('GRAPHWARD_TOKEN_KEY')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--keyword <word>', 'signature keyword, one of SIGNATURE_KEYWORDS of the service')
        .env('GRAPHWARD_KEYWORD')
        .default('svcsignature')
        .argParser(keywordOf),
    )
    .option('--poll <seconds>', 'time between two polls for a job', numberFrom(0.05, 3600), 5)
    .addOption(after('--jobs <number>', 'end after this number of jobs'));
  addData(command);
  addFaults(command);
  command.action(async ({ url, tokenId, tokenKey, keyword, ...plan }: Options) => {
    const { SimulatedCollector } = await import('./simulated-collector.js');
    const stop = new AbortController();
    const onSignal = () => stop.abort();
    process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
    try {
      const access = { url, token: { id: tokenId, key: tokenKey, keyword }, signal: stop.signal };
      const note = (line: string) => terminal.note(`${new Date().toISOString()} ${line}`);
      terminal.print(JSON.stringify(await new SimulatedCollector(access, plan, note).run(), null, 2));
    } finally {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    }
  });
};

function after(flags: string, description: string): Option {
  return new Option(flags, description).argParser(count).default(Infinity, 'never');
}

function addData(command: Command): void {
  const presets = Object.keys(ESTATE_PRESETS);
  command
    .addOption(new Option('--preset <name>', 'amount of data of each job').choices(presets).default('small'))
    .option('--seed <text>', 'seed of the data: same seed, same data', 'collector')
    .option('--batch <records>', 'records of a batch, at most', count, 100)
    .option('--rate <number>', 'batches a second, at most', numberFrom(0.001, 100_000), 10);
}

function addFaults(command: Command): void {
  command
    .addOption(after('--die-after <batches>', 'fault: exit after this number of batches without ending the job'))
    .addOption(after('--silent-after <batches>', 'fault: make no calls after this number of batches'))
    .option('--repeat <times>', 'fault: send each batch this number of times', count, 1)
    .option(
      '--garbage <share>',
      'fault: cut this share of the batches inside their first record (0 to 1)',
      numberFrom(0, 1),
      0,
    );
}

function keywordOf(text: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new InvalidArgumentError('It must be a word of letters, digits, _ and -.');
  return text;
}

function baseUrl(text: string): string {
  if (!isServiceUrl(text)) throw new InvalidArgumentError('It must be an http(s) URL.');
  return text.replace(/\/+$/, '');
}

/** Reads an option that takes a number from `low` to `high`. */
export function numberFrom(low: number, high: number, { whole = false } = {}): (text: string) => number {
  return (text) => {
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (number >= low && number <= high && (!whole || Number.isInteger(number))) return number;
    const range = high === Number.MAX_SAFE_INTEGER ? `of at least ${low}` : `from ${low} to ${high}`;
    throw new InvalidArgumentError(`It must be a${whole ? ' whole' : ''} number ${range}.`);
  };
}
