import { Option } from 'commander';
import { quoted, type RegisterCommand, type Terminal } from '../terminal.js';
import type { FormatOptions } from '../output/formats.js';
import type { Page } from './answers.js';
import type { Hit } from './node-by-name.js';
import { type RowOptions, withRowOptions } from './row-options.js';
import { count, type GivenService, withServiceOptions } from './service-options.js';

interface SearchOptions extends GivenService, FormatOptions, RowOptions {
  readonly type?: string;
  readonly domain?: string;
  readonly tierZero?: true;
  readonly limit?: number;
}

/** `search [QUERY]`: prints the objects whose name or id matches. */
export const registerSearch: RegisterCommand = (program, terminal) => {
  const command = program
    .command('search')
    .description('print objects by name, object id or distinguished name; a part of the name is enough')
    .argument(
      '[query]',
      'name or object id, or a part of it; may be left out with --type, --domain, --tier-zero or --where',
    )
    .option('--type <kind>', 'search objects of this kind alone, such as User')
    .option('--domain <name>', 'search this domain or tenant alone')
    .option('--tier-zero', 'search tier zero alone')
    .addOption(new Option('--tier_zero').hideHelp().implies({ tierZero: true }))
    .option('--limit <number>', 'objects to print; by default 10, with --csv all', count)
    .option('--json', 'print the answer of the service')
    .option('--csv', 'print CSV')
    .option('--tsv', 'print the table with tabs between its columns');
  withServiceOptions(withRowOptions(command)).action((query: string | undefined, options: SearchOptions) =>
    printHits(terminal, query, options),
  );
};

async function printHits(terminal: Terminal, text: string | undefined, options: SearchOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { hitRows, printPage } = await import('./answers.js');
  const { formatOf, mediaTypeOf, printedAsSent } = await import('../output/formats.js');
  const { rowQuery } = await import('./row-options.js');
  const { type, domain: environment, tierZero, limit } = options;
  const format = formatOf(options);
  const query = { query: text, type, environment, limit, ...(tierZero && { tier_zero: 'true' }), ...rowQuery(options) };
  const answer = await withService(terminal, options, (service) =>
    service.get('/api/v2/search', { query, mediaType: mediaTypeOf(format) }),
  );
  if (printedAsSent(terminal, answer, format)) return;
  const page: Page<Hit> = JSON.parse(answer);
  if (page.count === 0) throw new Error(text === undefined ? 'nothing matches' : `nothing matches ${quoted(text)}`);
  printPage(terminal, hitRows(page.data), page.count, format);
}
