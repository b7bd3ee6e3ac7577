import { Option } from 'commander';
import type { KeptPlanDto, KeptStepDto } from '../../modules/plans/plans.fields.js';
import { UsageError } from '../failure.js';
import type { FormatOptions } from '../output/formats.js';
import { quoted, type RegisterCommand, type Terminal } from '../terminal.js';
import { askedPlan, type AskedPlanOptions, withPlanOptions } from './asked-plan.js';
import type { ServiceClient } from './service-client.js';
import { count, type GivenService, withServiceOptions } from './service-options.js';

interface ShowOptions extends GivenService, FormatOptions {}

interface SetOptions extends GivenService {
  readonly owner?: string;
  readonly note?: string;
  readonly state?: string;
  readonly notBefore?: string;
}

const path = '/api/v2/plans';
const json = 'application/json';

/** Plans and steps that are printed at most. */
const most = 1000;

/** `plan keep NAME`: makes a plan, and keeps its steps. */
const registerKeep: RegisterCommand = (program, terminal) => {
  const command = program
    .command('keep')
    .description('make a plan, and keep its steps for those who make them')
    .argument('<name>', 'name of the plan');
  withServiceOptions(withPlanOptions(command)).action((name: string, options: GivenService & AskedPlanOptions) =>
    changed(terminal, options, async (service) => {
      const { until, ...question } = await askedPlan(service, options);
      const body = { name, question, ...(until !== undefined && { until: Number(until) }) };
      return planIn(await service.post(path, body, json));
    }),
  );
};

/** `plan again NAME`: makes a kept plan of the graph as it is now. */
const registerAgain: RegisterCommand = (program, terminal) => {
  const command = program
    .command('again')
    .description('make a kept plan again: planned steps are taken for made, declined ones are not chosen')
    .argument('<name>', 'name of the plan');
  withServiceOptions(command).action((name: string, options: GivenService) =>
    changed(terminal, options, async (service) => {
      const { id } = await planNamed(service, name);
      return planIn(await service.post(`${path}/${id}/again`, {}, json));
    }),
  );
};

/** `plan show [NAME]`: prints the steps of a kept plan, or all kept plans. */
const registerShow: RegisterCommand = (program, terminal) => {
  const command = program
    .command('show')
    .description(
      'print the steps of a kept plan with their state, and what the analysis finds; without a name all plans',
    )
    .argument('[name]', 'name of the plan')
    .option('--json', 'print the answer of the service')
    .option('--csv', 'print CSV')
    .option('--tsv', 'print the table with tabs between its columns');
  withServiceOptions(command).action((name: string | undefined, options: ShowOptions) => show(terminal, name, options));
};

/** `plan set NAME STEP`: says who makes a step, and when. */
const registerSet: RegisterCommand = (program, terminal) => {
  const command = program
    .command('set')
    .description('change what people say of a step of a kept plan')
    .argument('<name>', 'name of the plan')
    .argument('<step>', 'place of the step, as `plan show` prints it', count)
    .option('--owner <name>', 'who makes it')
    .option('--note <text>', 'a note')
    .addOption(new Option('--state <state>', 'open, planned or declined').choices(['open', 'planned', 'declined']))
    .option('--not-before <time>', 'when it may be made, such as 2027-01-31T13:00:00Z');
  withServiceOptions(command).action(async (name: string, place: number, options: SetOptions) => {
    const { withService } = await import('./with-service.js');
    const { owner, note, state, notBefore } = options;
    const step = await withService(terminal, options, async (service) => {
      const { id } = await planNamed(service, name);
      const { data } = await service.getJson<{ readonly data: readonly KeptStepDto[] }>(`${path}/${id}/steps`, {
        query: { place: `eq:${place}` },
      });
      if (!data[0]) throw new UsageError(`the plan ${quoted(name)} has no step ${place}`);
      const body = { owner, note, state, not_before: notBefore };
      return service.patchJson<{ readonly data: KeptStepDto }>(
        `${path}/${id}/steps/${encodeURIComponent(data[0].key)}`,
        body,
      );
    });
    terminal.print(`step ${place}: ${step.data.text}: ${step.data.state}`);
  });
};

/** The commands for plans that are kept. */
export const keptPlanCommands: readonly RegisterCommand[] = [registerKeep, registerShow, registerSet, registerAgain];

async function show(terminal: Terminal, name: string | undefined, options: ShowOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { formatOf, mediaTypeOf, printedAsSent, rowsText } = await import('../output/formats.js');
  const format = formatOf(options);
  const answer = await withService(terminal, options, async (service) => {
    const steps = name === undefined ? '' : `/${(await planNamed(service, name)).id}/steps`;
    return service.get(path + steps, { query: { limit: most }, mediaType: mediaTypeOf(format) });
  });
  if (printedAsSent(terminal, answer, format)) return;
  const rows = name === undefined ? planRows(JSON.parse(answer)) : stepRows(JSON.parse(answer));
  terminal.print(rowsText(rows, format, terminal));
}

function planRows({ data }: { readonly data: readonly KeptPlanDto[] }) {
  return {
    head: ['name', 'steps', 'done', 'returned', 'cost', 'accounts that stay'],
    rows: data.map((it) => [it.name, it.steps, it.done, it.returned, it.cost ?? '', it.remaining ?? '']),
  };
}

function stepRows({ data }: { readonly data: readonly KeptStepDto[] }) {
  return {
    head: ['step', 'what', 'state', 'owner', 'found'],
    rows: data.map(({ place, text, state, owner, found, facts, facts_left: left }) => {
      const part = found === 'partly' && left !== null ? `partly (${left} of ${facts} left)` : found;
      return [place, text, state, owner ?? '', part];
    }),
  };
}

async function changed(
  terminal: Terminal,
  options: GivenService,
  change: (service: ServiceClient) => Promise<KeptPlanDto>,
): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { name, steps, cost, remaining } = await withService(terminal, options, change);
  terminal.print(`${name}: ${steps} steps of cost ${cost}, after which ${remaining} accounts stay`);
}

function planIn(answer: string): KeptPlanDto {
  const { data }: { readonly data: KeptPlanDto } = JSON.parse(answer);
  return data;
}

async function planNamed(service: ServiceClient, name: string): Promise<KeptPlanDto> {
  const { data } = await service.getJson<{ readonly data: readonly KeptPlanDto[] }>(path, {
    query: { name: `eq:${name}` },
  });
  if (!data[0]) throw new UsageError(`there is no plan ${quoted(name)}; "plan show" prints all`);
  return data[0];
}
