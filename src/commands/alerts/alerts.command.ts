import type { Command } from 'commander';
import type { AlertChannelDto, AlertDeliveryDto } from '../../modules/alert-channels/alert-channels.fields.js';
import { uuid } from '../../base/values/uuid.js';
import { UsageError } from '../failure.js';
import type { FormatOptions } from '../output/formats.js';
import { count, type GivenService, withServiceOptions } from '../questions/service-options.js';
import { commandGroup, quoted, type RegisterCommand, type Terminal } from '../terminal.js';

interface ListOptions extends GivenService, FormatOptions {}

interface Page<T> {
  readonly data: readonly T[];
}

const channelsPath = '/api/v2/alert-channels';

/** Most channels that are listed. */
const most = 1000;

const group = (program: Command) => commandGroup(program, 'alerts', 'channels of alerts');

/** `alerts list`: prints the channels and their states. */
const registerList: RegisterCommand = (program, terminal) => {
  const command = group(program)
    .command('list')
    .description('print the channels of alerts and their states')
    .option('--json', 'print them as JSON')
    .option('--tsv', 'print the table with tabs between its columns');
  withServiceOptions(command).action(async (options: ListOptions) => {
    const { withService } = await import('../questions/with-service.js');
    const { formatOf, rowsText } = await import('../output/formats.js');
    const format = formatOf(options);
    const { data } = await withService(terminal, options, (service) =>
      service.getJson<Page<AlertChannelDto>>(channelsPath, { query: { limit: most } }),
    );
    if (format === 'json') terminal.print(JSON.stringify(data, null, 2));
    else if (data.length === 0) terminal.note('there are no channels of alerts');
    else terminal.print(rowsText(rowsOf(data), format, terminal));
  });
};

function rowsOf(channels: readonly AlertChannelDto[]) {
  return {
    head: ['id', 'name', 'type', 'receiver', 'state'],
    rows: channels.map(({ id, name, type, format, origin, addresses, state }) => [
      id,
      name,
      format ?? type,
      origin || addresses.join(' '),
      state,
    ]),
  };
}

/** `alerts test CHANNEL`: sends a test. */
const registerTest: RegisterCommand = (program, terminal) => {
  const command = group(program)
    .command('test')
    .description('send a test to a channel; the service delivers it')
    .argument('<channel>', 'id of the channel');
  withServiceOptions(command).action((channel: string, options: GivenService) =>
    post(terminal, options, `${pathOf(channel)}/test`),
  );
};

/** `alerts retry CHANNEL DELIVERY`: begins the attempts of a delivery again. */
const registerRetry: RegisterCommand = (program, terminal) => {
  const command = group(program)
    .command('retry')
    .description('begin the attempts of a delivery again')
    .argument('<channel>', 'id of the channel')
    .argument('<delivery>', 'id of the delivery', count);
  withServiceOptions(command).action((channel: string, delivery: number, options: GivenService) =>
    post(terminal, options, `${pathOf(channel)}/deliveries/${delivery}/retry`),
  );
};

async function post(terminal: Terminal, options: GivenService, path: string): Promise<void> {
  const { withService } = await import('../questions/with-service.js');
  const { data } = await withService(terminal, options, (service) =>
    service.postJson<{ readonly data: AlertDeliveryDto }>(path),
  );
  terminal.print(`delivery ${data.id}: ${data.status}`);
}

function pathOf(channel: string): string {
  if (!uuid.test(channel)) throw new UsageError(`${quoted(channel)} is not the id of a channel`);
  return `${channelsPath}/${channel}`;
}

/** The commands for alerts. */
export const alertCommands: readonly RegisterCommand[] = [registerList, registerTest, registerRetry];
