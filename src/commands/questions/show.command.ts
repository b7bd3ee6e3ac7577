import { Option } from 'commander';
import { UsageError } from '../failure.js';
import type { RegisterCommand, Terminal } from '../terminal.js';
import type { FormatOptions } from '../output/formats.js';
import type { ListedEntity, Page } from './answers.js';
import { type RowOptions, withRowOptions } from './row-options.js';
import { count, type GivenService, withServiceOptions } from './service-options.js';

interface ShowOptions extends GivenService, FormatOptions, RowOptions {
  readonly list?: string;
  readonly limit?: number;
  readonly depth?: string;
}

/** `show NAME`: prints an object, or one of its lists. */
export const registerShow: RegisterCommand = (program, terminal) => {
  const command = program
    .command('show')
    .description('print the kinds and main properties of an object and the lengths of its lists, or one list')
    .argument('<name>', 'name or object id')
    .option('--list <list>', 'print this list, such as memberships')
    .option('--limit <number>', 'objects of the list to print; by default 10, with --csv all', count)
    .addOption(
      new Option('--depth <depth>', '1: the list without entries that groups alone add to it').choices(['1', 'any']),
    )
    .option('--json', 'print the answer of the service')
    .option('--csv', 'print the list as CSV')
    .option('--tsv', 'print the list with tabs between its columns');
  withServiceOptions(withRowOptions(command)).action((name: string, options: ShowOptions) =>
    options.list === undefined ? printPanel(terminal, name, options) : printList(terminal, name, options.list, options),
  );
};

async function printPanel(terminal: Terminal, name: string, options: ShowOptions): Promise<void> {
  const ofLists = (['csv', 'tsv', 'limit', 'depth', 'where', 'props', 'sortBy'] as const).find(
    (option) => options[option] !== undefined,
  );
  if (ofLists)
    throw new UsageError(`--${ofLists === 'sortBy' ? 'sort-by' : ofLists} applies to lists: add --list LIST`);
  const { entityByName } = await import('./entity.js');
  const { panelText } = await import('./panel-text.js');
  const { withService } = await import('./with-service.js');
  const { entity, answer } = await withService(terminal, options, async (service) => {
    const found = await entityByName(service, name);
    return { entity: found, answer: await service.get(found.panel.path, found.panel) };
  });
  terminal.print(options.json ? answer : panelText(JSON.parse(answer).data, entity, terminal));
}

async function printList(terminal: Terminal, name: string, list: string, options: ShowOptions): Promise<void> {
  const { entityRows, printPage } = await import('./answers.js');
  const { formatOf, mediaTypeOf, printedAsSent, rowLimit } = await import('../output/formats.js');
  const { rowQuery } = await import('./row-options.js');
  const { entityByName, listOf } = await import('./entity.js');
  const { withService } = await import('./with-service.js');
  const format = formatOf(options);
  // The service has other defaults for cloud entities.
  const limit = rowLimit(options.limit, format);
  const answer = await withService(terminal, options, async (service) => {
    const { path, query } = listOf(await entityByName(service, name), list);
    return service.get(path, {
      query: { ...query, depth: options.depth, limit, ...rowQuery(options) },
      mediaType: mediaTypeOf(format),
    });
  });
  if (printedAsSent(terminal, answer, format)) return;
  const page: Page<ListedEntity> = JSON.parse(answer);
  if (page.count === 0) terminal.note('the list is empty');
  else printPage(terminal, entityRows(page.data), page.count, format);
}
