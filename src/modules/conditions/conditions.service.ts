import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { fault, type Fault } from '../../base/errors.js';
import type { Condition } from '../../graph/conditions/condition.js';
import { knownProperties } from '../../graph/conditions/known-properties.js';
import { PropertyLookup } from '../../graph/conditions/property-lookup.js';
import { KindNames } from '../../graph/store/kind-names.js';
import { ambiguityOf, type NodesOfIds } from '../../graph/store/nodes-of-ids.js';
import { NodeLookup } from '../../graph/lookups/node-lookup.js';
import { EnvironmentLookup } from '../../graph/lookups/environment-lookup.js';
import { before, type Duration } from '../../http/input/duration.js';
import { idsOf, unknownName } from '../../http/input/unknown-name.js';
import type { RowOrder } from './rows.query.js';
import type { AskedCondition } from './conditions.query.js';

/** Results are kept by their conditions: within a minute a duration means the same time, so that they are used again. */
function minuteOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000);
}

function isDuration(value: unknown): value is Duration {
  return typeof value === 'object' && value !== null && 'months' in value;
}

/** The id of a container. Adds a fault if there is no such node. */
function containerOf(given: string, found: NodesOfIds, name: string, faults: Fault[]): number {
  const [node, ...others] = found.get(given) ?? [];
  const context = `query.${name}`;
  if (!node) faults.push(fault('reference.not_found', context, `there is no node ${JSON.stringify(given)}`));
  else faults.push(...ambiguityOf(given, [node, ...others], context));
  return node?.id ?? 0;
}

/** Completes the conditions of requests. */
@Injectable()
export class ConditionsService {
  /** The pages of a list as CSV, which have the same conditions, are of one time. */
  private readonly times = new WeakMap<readonly AskedCondition[], Date>();

  constructor(
    private readonly properties: PropertyLookup,
    private readonly clock: Clock,
    private readonly lookup: EnvironmentLookup,
    private readonly kinds: KindNames,
    private readonly nodes: NodeLookup,
  ) {}

  /** Adds a fault for each unknown property, kind and container. @param name of the parameter */
  async resolve(asked: readonly AskedCondition[], faults: Fault[], name = 'where'): Promise<readonly Condition[]> {
    await this.requireKnown(
      name,
      asked.flatMap((it) => ('properties' in it ? it.properties : [])),
      faults,
    );
    const containers = asked.flatMap((it) => ('container' in it ? [it.container] : []));
    const endings = asked.flatMap((it) => ('groupEnding' in it ? [it.groupEnding] : []));
    const [known, nodes, groups] = await Promise.all([
      asked.some((it) => 'edgeKind' in it) ? this.kinds.list() : null,
      this.nodes.find(containers),
      endings.length > 0 ? this.nodes.findGroups(endings) : null,
    ]);
    let now = this.times.get(asked);
    if (!now) this.times.set(asked, (now = minuteOf(this.clock.now())));
    return asked.map((it): Condition => {
      if ('container' in it) return { under: containerOf(it.container, nodes, name, faults) };
      if ('groupEnding' in it) return { groups: groups?.get(it.groupEnding) ?? [], isMember: it.isMember };
      if ('properties' in it) {
        const { value } = it;
        return { ...it, value: isDuration(value) ? before(now, value) : value };
      }
      const { edgeKind, ...condition } = it;
      const ofEdges = known?.kinds.filter(({ isOfEdges }) => isOfEdges) ?? [];
      const [edge = 0] = idsOf(name, 'kind of edges', [edgeKind], ofEdges, faults);
      return { ...condition, edge, kindsVersion: known?.version ?? 0 };
    });
  }

  /** The object ids of domains or tenants; null for any. Adds a fault if there are none. */
  async environments(given: string | undefined, faults: Fault[]): Promise<readonly string[] | null> {
    if (given === undefined) return null;
    const found = await this.lookup.find(given);
    if (found.length === 0) {
      const names = (await this.lookup.named()).map(({ name }) => name);
      faults.push(unknownName('environment', 'environment', given, names));
    }
    return found;
  }

  /** Adds a fault for each unknown property that rows have or are sorted by. */
  async requireKnownRows(
    { props, order }: { readonly props: readonly string[]; readonly order: readonly RowOrder<string>[] },
    faults: Fault[],
  ): Promise<void> {
    const sorted = order.flatMap((it) => ('property' in it ? [it.property] : []));
    await Promise.all([this.requireKnown('props', props, faults), this.requireKnown('sort_by', sorted, faults)]);
  }

  /** Adds a fault for each unknown property that a parameter names. */
  private async requireKnown(parameter: string, names: readonly string[], faults: Fault[]): Promise<void> {
    const distinct = [...new Set(names)];
    const exist = await Promise.all(distinct.map((name) => this.properties.exists(name)));
    for (const [index, name] of distinct.entries())
      if (!exist[index]) faults.push(unknownName(parameter, 'property', name, [...knownProperties.keys()]));
  }
}
