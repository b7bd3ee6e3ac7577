import { type Command, Option } from 'commander';
import { added } from './row-options.js';
import type { ServiceClient } from './service-client.js';
import { isTierZero, tierZero } from './service-options.js';
import { type ViewOptions, withViewOptions } from './view-options.js';

/** What a plan is asked by. */
export interface AskedPlanOptions extends ViewOptions {
  readonly to?: string;
  readonly toKind?: string;
  readonly toTag?: string;
  readonly from?: readonly string[];
  readonly fromKind?: string;
  readonly fromTag?: string;
  readonly after?: readonly string[];
  readonly until?: string;
  readonly most?: string;
  readonly keep?: readonly string[];
  readonly keepEdge?: readonly string[];
  readonly keepWhere?: readonly string[];
  readonly cost?: readonly string[];
  readonly weight?: readonly string[];
}

export function withPlanOptions(command: Command): Command {
  return withViewOptions(
    command
      .option('--to <name>', `name or object id, or ${tierZero} (default)`)
      .option('--to-kind <kind>', 'plan for all objects of this kind instead, such as Domain')
      .option('--to-tag <tag>', 'plan for the members of this asset group instead')
      .option('--from <name>', 'count this account alone; may be repeated', added)
      .option('--from-kind <kind>', 'count accounts of this kind alone, such as User')
      .option('--from-tag <tag>', 'count members of this asset group alone')
      .option('--after <tag>', 'take the fixes of this zone for made before; may be repeated, in their order', added)
      .option('--until <number>', 'stop when no more accounts than this reach it')
      .addOption(new Option('--most <cost>', 'stop at this cost').conflicts('until'))
      .option('--keep <name>', 'change nothing at this object; may be repeated', added)
      .option('--keep-edge <edge>', 'do not cut this edge, as source,kind,target; may be repeated', added)
      .option('--keep-where <condition>', 'change nothing at objects that meet this; may be repeated', added)
      .option('--cost <sort:number>', 'what fixes of a sort cost, such as policy:20; may be repeated', added)
      .option(
        '--weight <weight>',
        'for how many an account counts: property:NAME or tag:TAG:NUMBER; may be repeated',
        added,
      ),
  );
}

type PlanQuery = Readonly<Record<string, string | readonly string[]>>;

/** The parameters of the service. */
export async function askedPlan(service: ServiceClient, options: AskedPlanOptions): Promise<PlanQuery> {
  const { edgeByNames, nodeByName } = await import('./node-by-name.js');
  const { viewQuery } = await import('./view-options.js');
  const idsOf = (names: readonly string[] = []) =>
    inTurn(names, async (name) => (await nodeByName(service, name)).objectid);
  const { only_traversable: isTraversable, ...view } = await viewQuery(service, options);
  const { to, toKind, toTag, fromKind, fromTag, after, until, most, cost, weight } = options;
  return given({
    end_node: await idsOf(to === undefined || isTierZero(to) ? [] : [to]),
    end_kind: toKind,
    end_tag: toTag,
    start_node: await idsOf(options.from),
    start_kind: fromKind,
    start_tag: fromTag,
    after_tag: after,
    until,
    most,
    keep_node: await idsOf(options.keep),
    keep_edge: await inTurn(options.keepEdge ?? [], (edge) => edgeByNames(service, edge)),
    keep_where: options.keepWhere,
    cost,
    weight,
    // True is the default of plans.
    ...(isTraversable === 'false' && { only_traversable: isTraversable }),
    ...view,
  });
}

async function inTurn(names: readonly string[], find: (name: string) => Promise<string>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of names) found.push(await find(name));
  return found;
}

/** Without those that nobody gave. A kept plan names the others. */
function given(query: Readonly<Record<string, string | readonly string[] | undefined>>): PlanQuery {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]): [string, string | readonly string[]][] =>
      value === undefined || value.length === 0 ? [] : [[name, value]],
    ),
  );
}
