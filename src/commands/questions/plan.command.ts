import type { PlanDto } from '../../modules/graphs/plan.dto.js';
import { UsageError } from '../failure.js';
import { formatOf, type FormatOptions } from '../output/formats.js';
import type { Rows } from '../output/tables.js';
import type { RegisterCommand, Terminal } from '../terminal.js';
import { type AskedPlanOptions, askedPlan, withPlanOptions } from './asked-plan.js';
import { keptPlanCommands } from './kept-plan.commands.js';
import { type GivenService, withServiceOptions } from './service-options.js';

interface PlanOptions extends GivenService, FormatOptions, AskedPlanOptions {
  readonly markdown?: true;
  readonly ways?: string;
}

/** `plan`: prints the fixes that cut accounts off from an object, with the stages on the way. */
export const registerPlan: RegisterCommand = (program, terminal) => {
  const command = program
    .command('plan')
    .description('print the cheapest fixes after which no account reaches tier zero, and the stages on the way');
  withPlanOptions(command)
    .option('--ways <number>', 'ways of the proof in --json and --markdown, or all; by default 10')
    .option('--json', 'print the answer of the service')
    .option('--csv', 'print CSV')
    .option('--tsv', 'print the table of steps with tabs between its columns')
    .option('--markdown', 'print a page to send, with remedies and the proof');
  withServiceOptions(command).action((options: PlanOptions) => printPlan(terminal, options));
  for (const register of keptPlanCommands) register(command, terminal);
};

async function printPlan(terminal: Terminal, options: PlanOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { mediaTypeOf, printedAsSent, rowsText } = await import('../output/formats.js');
  const format = formatOf(options);
  if (options.markdown && format !== 'table') throw new UsageError(`--markdown and --${format} exclude each other`);
  const answer = await withService(terminal, options, async (service) =>
    service.get('/api/v2/graphs/plan', {
      query: { ...(await askedPlan(service, options)), ways: options.ways },
      mediaType: options.markdown ? 'text/markdown' : mediaTypeOf(format),
    }),
  );
  if (options.markdown) terminal.print(answer.trimEnd());
  else if (!printedAsSent(terminal, answer, format)) {
    const { data }: { readonly data: PlanDto } = JSON.parse(answer);
    if (format === 'table') terminal.print(rowsText(stageRows(data), format, terminal));
    terminal.print(rowsText(stepRows(data, format === 'tsv'), format, terminal));
    terminal.note(planText(data));
  }
}

function stageRows({ stages }: PlanDto): Rows {
  return {
    head: ['stage', 'fixes', 'cost', 'accounts that stay', 'proven'],
    rows: stages.map((it, index) => [index, it.steps, it.cost, it.remaining, it.proven ? 'yes' : 'no']),
  };
}

/** @param withKeys for programs; they are long */
function stepRows({ steps }: PlanDto, withKeys: boolean): Rows {
  return {
    head: ['step', 'stage', 'cost', 'accounts that stay', ...(withKeys ? ['key'] : [])],
    rows: steps.map((it) => [it.text, it.stage, it.cost, it.remaining_after, ...(withKeys ? [{ whole: it.key }] : [])]),
  };
}

function planText({ exposed, remaining, cost, lower_bound: bound, smallest }: PlanDto): string {
  const proof = smallest
    ? 'no plan that leaves as few costs less'
    : `a plan that leaves as few costs ${bound} at least`;
  return `of ${exposed} accounts ${remaining} stay, at a cost of ${cost}; ${proof}`;
}
