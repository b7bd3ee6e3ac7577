import { Option } from 'commander';
import type { FormatOptions } from '../output/formats.js';
import type { RegisterCommand, Terminal } from '../terminal.js';
import type { Page } from './answers.js';
import { added } from './row-options.js';
import { count, type GivenService, withServiceOptions } from './service-options.js';

interface ChangesOptions extends GivenService, FormatOptions {
  readonly since?: string;
  readonly until?: string;
  readonly node?: string;
  readonly newWays?: true;
  readonly change?: string;
  readonly type?: string;
  readonly kind?: string;
  readonly sortBy?: readonly string[];
  readonly limit?: number;
}

interface ComparedPage extends Page<never> {
  readonly since: { readonly finished_at: string };
  readonly until: { readonly finished_at: string };
  /** Absent from new ways. */
  readonly breaks?: readonly { readonly at: string; readonly reason: keyof typeof breakTexts }[];
}

const breakTexts = {
  deletion: 'a part of the graph was deleted',
  expiry: 'a part of the graph expired',
  restore: 'a backup was restored',
  rules: 'a newer version derived the graph by other rules',
} as const;

/** `changes`: prints what changed between two runs of the analysis, or the accounts that have a new way to tier zero. */
export const registerChanges: RegisterCommand = (program, terminal) => {
  const command = program
    .command('changes')
    .description('print what came, went or changed since a time, or the accounts that have a new way to tier zero')
    .option('--since <time>', 'date-time or duration before now, such as -P1D; by default the first known analysis')
    .option('--until <time>', 'the same; by default now')
    .option('--node <name>', 'print the changes of this object and its edges alone')
    .addOption(
      new Option(
        '--new-ways',
        'print the accounts that reach tier zero since then, each with a shortest way',
      ).conflicts(['node', 'change', 'type', 'kind', 'sortBy']),
    )
    .addOption(new Option('--change <change>', 'print these changes alone').choices(['came', 'went', 'changed']))
    .addOption(new Option('--type <type>', 'print edges or objects (node) alone').choices(['edge', 'node']))
    .option('--kind <kind>', 'print edges or objects of this kind alone, such as MemberOf')
    .option('--sort-by <column>', 'sort by this column, descending with - before it; may be repeated', added)
    .option('--limit <number>', 'rows to print; by default 10, with --csv all', count)
    .option('--json', 'print the answer of the service')
    .option('--csv', 'print CSV')
    .option('--tsv', 'print the table with tabs between its columns');
  withServiceOptions(command).action((options: ChangesOptions) => printChanges(terminal, options));
};

async function printChanges(terminal: Terminal, options: ChangesOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { changeRows, newWayRows, printPage } = await import('./answers.js');
  const { nodeByName } = await import('./node-by-name.js');
  const { formatOf, mediaTypeOf, printedAsSent, rowLimit } = await import('../output/formats.js');
  const format = formatOf(options);
  const { since, until, newWays, change, type, kind, sortBy } = options;
  const path = newWays ? '/api/v2/graphs/new-ways' : '/api/v2/graphs/changes';
  const limit = rowLimit(options.limit, format);
  const query = { since, until, change, type, kind, sort_by: sortBy, limit };
  const answer = await withService(terminal, options, async (service) => {
    const node = options.node === undefined ? undefined : (await nodeByName(service, options.node)).objectid;
    return service.get(path, { query: { ...query, node }, mediaType: mediaTypeOf(format) });
  });
  if (printedAsSent(terminal, answer, format)) return;
  const page: ComparedPage = JSON.parse(answer);
  terminal.note(`between the analyses of ${page.since.finished_at} and ${page.until.finished_at}`);
  for (const { at, reason } of page.breaks ?? []) terminal.note(`${at}: ${breakTexts[reason]}`);
  if (page.count === 0) terminal.note(newWays ? 'no account has a new way' : 'nothing changed');
  else printPage(terminal, (newWays ? newWayRows : changeRows)(page.data), page.count, format);
}
