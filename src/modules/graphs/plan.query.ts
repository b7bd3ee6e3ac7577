import { fault, type Fault } from '../../base/errors.js';
import { namesOf } from '../../base/values/names-of.js';
import { type FixSort, fixSorts } from '../../graph/kinds/descriptions/edge-fixes.js';
import { costProperty, mostCost, mostWeight } from '../../graph/questions/plan/stated-numbers.js';
import {
  conflict,
  describeRepeated,
  fromQuery,
  isGiven,
  joined,
  optionalInteger,
  type Parameter,
  single,
  text,
  texts,
  together,
  type ValueOf,
  valuesOf,
} from '../../http/input/parameters.js';
import { noRequest } from '../../http/request/no-request.js';
import type { QueryParameters } from '../../http/input/route-inputs.js';
import { knownNames } from '../../http/input/unknown-name.js';
import { conditions } from '../conditions/conditions.query.js';
import { type AskedEnds, ends, givenEnds, target } from './ends.query.js';
import { view } from './view.query.js';

const maxWays = 1000;
const limit = { most: 100, allowed: 'may be given at most 100 times' };

/** Null: all accounts. */
const starts: Parameter<AskedEnds | null> = joined([ends.start], (...reading) =>
  givenEnds(reading[0], 'start').length > 0 ? ends.start.read(...reading) : null,
);

/** Null: nobody makes such fixes. */
export type AskedCosts = { [Sort in FixSort]?: number | null };

const sorts: ReadonlyMap<string, FixSort> = new Map(namesOf(fixSorts).map((sort) => [sort, sort]));

const costs: Parameter<AskedCosts> = {
  names: ['cost'],
  read: (query, faults) => {
    const { asked, problems } = readCosts(valuesOf(query, 'cost'));
    for (const problem of problems) faults.push(fault('plan.bad_cost', 'query.cost', problem));
    return asked;
  },
  describe: [
    describeRepeated(
      'cost',
      `What a fix of a sort costs, as \`sort:n\` with a whole number from 1 to ${mostCost}, or \`sort:never\`; may be repeated. Without it, \`PLAN_COSTS\` counts. The property \`${costProperty}\` of a node is the cost of all fixes at it.`,
      { type: 'string', pattern: '^[a-z_]+:([0-9]+|never)$' },
    ),
  ],
};

/** Reads costs of sorts, as a request or a setting has them. */
export function readCosts(sortCosts: readonly string[]): { asked: AskedCosts; problems: string[] } {
  const [asked, problems]: [AskedCosts, string[]] = [{}, []];
  for (const given of sortCosts) {
    const [, name = '', value = ''] = /^([^:]*):(\d{1,5}|never)$/.exec(given) ?? [];
    const [sort, cost] = [sorts.get(name), value === 'never' ? null : Number(value)];
    if (sort && (cost === null || (cost >= 1 && cost <= mostCost))) asked[sort] = cost;
    else problems.push(costText(given, name, sort !== undefined));
  }
  return { asked, problems };
}

function costText(given: string, name: string, isKnown: boolean): string {
  const known = isKnown
    ? ''
    : `; there is no sort of fix ${JSON.stringify(name)}; ${knownNames(name, [...sorts.keys()])}`;
  return `${JSON.stringify(given)} is no cost; it takes sort:n, n from 1 to ${mostCost}, or sort:never${known}`;
}

interface AskedWeights {
  readonly property: string | undefined;
  readonly ofTags: readonly { readonly tag: string; readonly weight: number }[];
}

const weights: Parameter<AskedWeights> = {
  names: ['weight'],
  read: (query, faults) => {
    const properties: string[] = [];
    const ofTags: { tag: string; weight: number }[] = [];
    for (const given of valuesOf(query, 'weight')) {
      const { property, tag = '', weight } = weightText.exec(given)?.groups ?? {};
      if (property !== undefined) properties.push(property);
      else if (weight !== undefined && Number(weight) <= mostWeight) ofTags.push({ tag, weight: Number(weight) });
      else
        faults.push(fault('plan.bad_weight', 'query.weight', `${JSON.stringify(given)} is no weight; ${weightForms}`));
    }
    if (properties.length > 1) faults.push(fault('plan.bad_weight', 'query.weight', 'names more than one property'));
    return { property: properties[0], ofTags };
  },
  describe: [
    describeRepeated(
      'weight',
      'For how many accounts an account counts: `property:name` for a property of accounts, absent for one; `tag:tag:n` for the members of an asset group. The later one counts; may be repeated. All numbers of accounts are sums of weights then.',
      { type: 'string', pattern: '^(property:.+|tag:.+:[0-9]+)$' },
    ),
  ],
};

const weightText = /^(?:property:(?<property>[\w.-]{1,128})|tag:(?<tag>.{1,256}):(?<weight>\d{1,5}))$/u;
const weightForms = `it takes property:name, or tag:tag:n with n from 0 to ${mostWeight}`;

/** Each zone needs two plans. */
const zones = { most: 5, allowed: 'may be given at most 5 times' };

const kept = {
  keptNodes: texts('keep_node', 'Object id or id of a node at which nothing is changed; may be repeated.', limit),
  keptEdges: texts(
    'keep_edge',
    'An edge as `source,kind,target` that no fix may cut, alone or with others; may be repeated.',
    limit,
  ),
  keptWhere: conditions('keep_where', 'Nothing is changed at nodes that meet this condition; may be repeated.'),
};

const ways = single(
  'ways',
  `all, or an integer from 0 to ${maxWays}`,
  (asked) => {
    if (asked === 'all') return Infinity;
    return /^\d{1,4}$/.test(asked) && Number(asked) <= maxWays ? Number(asked) : undefined;
  },
  {
    description: 'How many ways of the certificate are returned: a number, or `all`. By default 10.',
    schema: { type: 'string', pattern: '^(all|[0-9]+)$', default: '10' },
  },
);

const most = optionalInteger('most', { minimum: 0, maximum: 1_000_000 }, 'Stops at the last stage that costs no more.');
const until = optionalInteger(
  'until',
  { minimum: 0, maximum: 100_000_000 },
  'Stops at the first stage after which no more accounts stay. Without it, and without `most`, none stay but structural ones.',
);

const plan = together(
  {
    ends: target,
    starts,
    costs,
    weights,
    after: texts(
      'after_tag',
      'A zone before the ends: the fixes of its complete plan are taken for made. May be repeated, in the order of the zones.',
      zones,
    ),
    ...kept,
    most,
    until,
    ways,
    view: view(true),
  },
  (_values, query, faults) => {
    if (isGiven(query, 'most') && isGiven(query, 'until'))
      faults.push(conflict('until', "can't go with most; take one of both"));
  },
);

export type AskedPlan = ValueOf<typeof plan>;

export const PlanQuery = () => fromQuery(plan);

/** An edge, and the question of a plan whose fixes cut it. */
const fixesOfEdge = together({
  edge: text('edge', 'The edge as `source,kind,target`.'),
  ends: target,
  starts,
  costs,
  view: view(true),
});

export type AskedFixes = ValueOf<typeof fixesOfEdge>;

export const FixesQuery = () => fromQuery(fixesOfEdge);

export const planParameters: readonly string[] = plan.names;

/** The question of a plan that was kept. */
export function readPlan(query: QueryParameters, faults: Fault[]): AskedPlan {
  return plan.read(query, faults, noRequest());
}

/** A plan is made once a version and question. */
export const costOfPlan = 20;
