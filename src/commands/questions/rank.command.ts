import { Option } from 'commander';
import type { FormatOptions } from '../output/formats.js';
import type { RegisterCommand, Terminal } from '../terminal.js';
import type { Page, RankedItem } from './answers.js';
import { added } from './row-options.js';
import { count, type GivenService, isTierZero, tierZero, withServiceOptions } from './service-options.js';
import { type ViewOptions, withKindsOptions } from './view-options.js';

interface RankOptions extends GivenService, FormatOptions, Pick<ViewOptions, 'kinds' | 'allKinds' | 'storedReach'> {
  readonly by: 'reach' | 'only_through';
  readonly kind?: string;
  readonly edgeKind?: string;
  readonly where?: readonly string[];
  readonly direction?: string;
  readonly to?: string;
  readonly count?: number;
  readonly limit?: number;
}

/** `rank`: prints the nodes that reach most, or the nodes and edges through which most accounts reach something. */
export const registerRank: RegisterCommand = (program, terminal) => {
  const command = program
    .command('rank')
    .description(
      'print the objects that reach most, or the objects and edges that most accounts need to reach tier zero',
    )
    .addOption(
      new Option('--by <number>', 'count objects that are reached, or accounts that reach --to only through it')
        .choices(['reach', 'only_through'])
        .default('reach'),
    )
    .option('--kind <kind>', 'rank objects of this kind alone, such as Group')
    .option('--edge-kind <kind>', 'rank edges of this kind alone, such as MemberOf, for --by only_through')
    .option('--where <condition>', 'rank objects that meet this alone, such as hasspn:true; may be repeated', added)
    .addOption(
      new Option(
        '--direction <direction>',
        'out: objects that are reached (default); in: objects that reach it',
      ).choices(['in', 'out']),
    )
    .option('--to <name>', `name or object id, or ${tierZero} (default), for --by only_through`)
    .option(
      '--count <number>',
      'choose this many one after another, each without the former, for --by only_through',
      count,
    )
    .option('--limit <number>', 'rows to print; by default 10, with --csv all', count)
    .option('--json', 'print the answer of the service')
    .option('--csv', 'print CSV')
    .option('--tsv', 'print the table with tabs between its columns');
  withServiceOptions(withKindsOptions(command)).action((options: RankOptions) => printRanking(terminal, options));
};

async function printRanking(terminal: Terminal, options: RankOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { nodeByName } = await import('./node-by-name.js');
  const { printPage, rankedRows } = await import('./answers.js');
  const { viewQuery } = await import('./view-options.js');
  const { formatOf, mediaTypeOf, printedAsSent, rowLimit } = await import('../output/formats.js');
  const format = formatOf(options);
  const { by, kind, edgeKind, where, direction, to, kinds, allKinds, storedReach } = options;
  const answer = await withService(terminal, options, async (service) => {
    const view = await viewQuery(service, {
      ...(kinds !== undefined && { kinds }),
      ...(allKinds && { allKinds }),
      ...(storedReach && { storedReach }),
    });
    const end = to === undefined || isTierZero(to) ? undefined : (await nodeByName(service, to)).objectid;
    const ranked = { by, kind, edge_kind: edgeKind, where, direction, end_node: end, count: options.count };
    const query = { ...ranked, limit: rowLimit(options.limit, format), ...view };
    return service.get('/api/v2/graphs/ranking', { query, mediaType: mediaTypeOf(format) });
  });
  if (printedAsSent(terminal, answer, format)) return;
  const page: Page<RankedItem> = JSON.parse(answer);
  if (page.count === 0) terminal.note('the ranking is empty');
  else printPage(terminal, rankedRows(page.data), page.count, format);
}
