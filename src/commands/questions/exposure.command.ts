import type { RegisterCommand, Terminal } from '../terminal.js';
import type { Exposure } from './answers.js';
import { type GivenService, isTierZero, tierZero, withServiceOptions } from './service-options.js';
import { type ViewOptions, withViewOptions } from './view-options.js';

interface ExposureOptions extends GivenService, ViewOptions {
  readonly json?: true;
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
  const { exposureRows } = await import('./answers.js');
  const answer = await withService(terminal, options, async (service) => {
    const end = isTierZero(to) ? { end_tag: 'tier_zero' } : { end_node: (await nodeByName(service, to)).objectid };
    return service.get('/api/v2/graphs/exposure', { query: { ...end, ...(await viewQuery(service, options)) } });
  });
  if (options.json) {
    terminal.print(answer);
    return;
  }
  const { data }: { readonly data: Exposure } = JSON.parse(answer);
  terminal.print(table(exposureRows(data), terminal));
}
