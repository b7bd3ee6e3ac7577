import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CollectorPlan } from './simulated-collector.js';
import { ESTATE_PRESETS } from '../generator/sizes.js';
import { count, numberFrom } from './number-option.js';
import { commandGroup } from '../../src/commands/command-group.js';
import type { RegisterCommand } from '../../src/commands/terminal.js';

interface Options extends CollectorPlan {
  readonly url: string;
  readonly tokenId: string;
  readonly tokenKey: string;
  readonly keyword: string;
}

/** `collector simulate`: a collection client that sends invented data, over HTTP alone. */
export const registerCollectorSimulate: RegisterCommand = (program, terminal) => {
  const command = commandGroup(program, 'collector', 'collection clients')
    .command('simulate')
    .description('act as a collection client: take jobs and send invented data; what it did is printed as JSON')
    .addOption(
      new Option('--url <url>', 'the service').env('GRAPHWARD_URL').default('http://127.0.0.1:8080').argParser(baseUrl),
    )
    .addOption(new Option('--token-id <id>', 'of the client').env('GRAPHWARD_TOKEN_ID').makeOptionMandatory())
    .addOption(new Option('--token-key <key>', 'of the client').env('GRAPHWARD_TOKEN_KEY').makeOptionMandatory())
    .addOption(
      new Option('--keyword <word>', 'of SIGNATURE_KEYWORDS of the service, to sign with')
        .env('GRAPHWARD_KEYWORD')
        .default('svcsignature')
        .argParser(keywordOf),
    )
    .option('--poll <seconds>', 'between two looks for a job', numberFrom(0.05, 3600), 5)
    .addOption(after('--jobs <number>', 'end after so many jobs'));
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
    .addOption(new Option('--preset <name>', 'how much each job finds').choices(presets).default('small'))
    .option('--seed <text>', 'same seed, same data', 'collector')
    .option('--batch <records>', 'most records of a batch', count, 100)
    .option('--rate <number>', 'most batches a second', numberFrom(0.001, 100_000), 10);
}

function addFaults(command: Command): void {
  command
    .addOption(after('--die-after <batches>', 'fault: end without a word'))
    .addOption(after('--silent-after <batches>', 'fault: live on without a word'))
    .option('--repeat <times>', 'fault: send each batch so often', count, 1)
    .option(
      '--garbage <share>',
      'fault: cut this share of the batches inside their first record (0 to 1)',
      numberFrom(0, 1),
      0,
    );
}

function keywordOf(text: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new InvalidArgumentError('It takes a word of letters, digits, _ and -.');
  return text;
}

function baseUrl(text: string): string {
  if (!/^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(text)) throw new InvalidArgumentError('It takes an http(s) URL.');
  return text.replace(/\/+$/, '');
}
