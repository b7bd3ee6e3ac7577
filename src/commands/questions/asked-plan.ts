import { type Command, Option } from 'commander';
import { added } from './row-options.js';
import type { ServiceClient } from './service-client.js';
import { isTierZero, tierZero } from './service-options.js';

/** What a plan is asked by. */
export interface AskedPlanOptions {
  readonly to?: string;
  readonly until?: string;
  readonly most?: string;
  readonly keep?: readonly string[];
  readonly cost?: readonly string[];
}

export function withPlanOptions(command: Command): Command {
  return command
    .option('--to <name>', `name or object id, or ${tierZero} (default)`)
    .option('--until <number>', 'stop when no more accounts than this reach it')
    .addOption(new Option('--most <cost>', 'stop at this cost').conflicts('until'))
    .option('--keep <name>', 'change nothing at this object; may be repeated', added)
    .option('--cost <sort:number>', 'what fixes of a sort cost, such as policy:20; may be repeated', added);
}

/** The parameters of the service. */
export async function askedPlan(
  service: ServiceClient,
  { to, until, most, keep = [], cost = [] }: AskedPlanOptions,
): Promise<Readonly<Record<string, string | readonly string[]>>> {
  const { nodeByName } = await import('./node-by-name.js');
  const idOf = async (name: string) => (await nodeByName(service, name)).objectid;
  const kept: string[] = [];
  for (const name of keep) kept.push(await idOf(name));
  return {
    ...(to !== undefined && !isTierZero(to) && { end_node: await idOf(to) }),
    ...(until !== undefined && { until }),
    ...(most !== undefined && { most }),
    ...(kept.length > 0 && { keep_node: kept }),
    ...(cost.length > 0 && { cost }),
  };
}
