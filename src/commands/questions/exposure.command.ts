import type { RegisterCommand, Terminal } from '../terminal.js';
import { type GivenService, isTierZero, tierZero, withServiceOptions } from './service-options.js';
import { type ViewOptions, withViewOptions } from './view-options.js';

interface ExposureOptions extends GivenService, ViewOptions {
  readonly json?: true;
}

interface ExposureCounts {
  readonly accounts: number;
  readonly reaching: number;
  readonly share: number;
  readonly unknown_enabled: number;
  readonly before?: number;
  readonly lost?: number;
}

interface Exposure extends ExposureCounts {
  readonly groups: readonly (ExposureCounts & { readonly kind: string; readonly domain: string | null })[];
}

/** `exposure [TO]`: prints how many accounts reach an object. */
export const registerExposure: RegisterCommand = (program, terminal) => {
  const command = program
    .command('exposure')
    .description('print how many enabled accounts reach tier zero, or another object, by kind and domain')
    .argument('[to]', `name or object id, or ${tierZero}`, tierZero)
    .option('--json', 'print the answer of the service');
  withServiceOptions(withViewOptions(command)).action((to: string, options: ExposureOptions) =>
    printExposure(terminal, to, options),
  );
};

async function printExposure(terminal: Terminal, to: string, options: ExposureOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { nodeByName } = await import('./node-by-name.js');
  const { viewQuery } = await import('./view-options.js');
  const { table } = await import('../output/tables.js');
  const answer = await withService(terminal, options, async (service) => {
    const end = isTierZero(to) ? { end_tag: 'tier_zero' } : { end_node: (await nodeByName(service, to)).objectid };
    return service.get('/api/v2/graphs/exposure', { query: { ...end, ...(await viewQuery(service, options)) } });
  });
  if (options.json) {
    terminal.print(answer);
    return;
  }
  const { data }: { readonly data: Exposure } = JSON.parse(answer);
  const hasView = data.before !== undefined;
  const rowOf = (kind: string, domain: string, counts: ExposureCounts) => [
    kind,
    domain,
    counts.accounts,
    ...(hasView ? [counts.before ?? 0] : []),
    counts.reaching,
    ...(hasView ? [counts.lost ?? 0] : []),
    `${(counts.share * 100).toFixed(1)} %`,
    counts.unknown_enabled,
  ];
  const head = ['kind', 'domain', 'accounts', ...(hasView ? ['before', 'after', 'lost'] : ['reaching']), 'share'];
  const rows = data.groups.map((group) => rowOf(group.kind, group.domain ?? '', group));
  terminal.print(table({ head: [...head, 'enabled unknown'], rows: [...rows, rowOf('all', '', data)] }, terminal));
}
