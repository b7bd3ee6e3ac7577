import type { FormatOptions } from '../output/formats.js';
import type { RegisterCommand, Terminal } from '../terminal.js';
import type { SummaryDto } from '../../modules/graphs/summary.dto.js';
import { type GivenService, withServiceOptions } from './service-options.js';

interface SummaryOptions extends GivenService, Pick<FormatOptions, 'json'> {}

/** `summary`: prints numbers of nodes and edges. */
export const registerSummary: RegisterCommand = (program, terminal) => {
  const command = program
    .command('summary')
    .description('print the numbers of objects by kind and domain, of accounts, of tier zero and of edges')
    .option('--json', 'print the answer of the service');
  withServiceOptions(command).action((options: SummaryOptions) => printSummary(terminal, options));
};

async function printSummary(terminal: Terminal, options: SummaryOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { table } = await import('../output/tables.js');
  const answer = await withService(terminal, options, (service) => service.get('/api/v2/graphs/summary'));
  if (options.json) {
    terminal.print(answer);
    return;
  }
  const { data }: { readonly data: SummaryDto } = JSON.parse(answer);
  const { groups, relationship_kinds: edges, analysis } = data;
  const nodes = [...groups.map((group) => rowOf(group.kind, group.domain ?? '', group)), rowOf('all', '', data)];
  terminal.print(table({ head: ['kind', 'domain', 'objects', 'accounts', 'tier zero'], rows: nodes }, terminal));
  terminal.print(table({ head: ['edge', 'count'], rows: [...Object.entries(edges), ['all', data.edges]] }, terminal));
  terminal.print(
    `version ${data.version}, ${analysis ? `last analysis ${analysis.finished_at}: ${analysis.status}` : 'no analysis yet'}`,
  );
}

function rowOf(kind: string, domain: string, counts: Pick<SummaryDto, 'nodes' | 'accounts' | 'tier_zero'>) {
  return [kind, domain, counts.nodes, counts.accounts, counts.tier_zero];
}
