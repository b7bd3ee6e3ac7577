import type { PlanDto } from '../../src/modules/graphs/plan.dto.js';
import { problemsOfChain, problemsOfSums } from '../support/plan-checker.js';
import type { PlainEstate } from './plain-estate.fixture.js';

/** An edge by object ids. */
interface NamedEdge {
  readonly source: string;
  readonly kind: string;
  readonly target: string;
}

/** What a fix takes away, and how its key begins and ends, in a table of its own. `null`: whatever the object is. */
const table: readonly (readonly [
  kinds: RegExp,
  sort: string,
  at: keyof NamedEdge | null,
  by: keyof NamedEdge | null,
])[] = [
  [/^(AZ)?MemberOf/, 'member', 'target', 'source'],
  [/^AZ(HasRole|Owns|MG.*_ReadWrite)/, 'role', 'target', 'source'],
  [/^SyncedToEntraUser$/, 'sync', 'source', null],
  [/^SyncedToADUser$/, 'sync', 'target', null],
  [/^HasSession$/, 'logon', 'target', null],
  [/^(CoerceToTGT|AllowedToDelegate)$/, 'delegation', 'source', null],
  [/^(Generic|Write|Owns|All|GetCh|Enroll$|Manage|Force|AddS|AddM|Read)/, 'entry', 'target', 'source'],
];

function keyOf(edge: NamedEdge): string | undefined {
  const [, sort, at, by] = table.find(([kinds]) => kinds.test(edge.kind)) ?? [];
  return sort && [sort, ...[at, by].flatMap((name) => (name ? [edge[name]] : []))].join(':');
}

const textOf = ({ source, kind, target }: NamedEdge) => `${source} ${kind} ${target}`;

function namedEdges({ nodes, edges }: PlainEstate): NamedEdge[] {
  return edges.map(({ source, kind, target }) => ({
    source: nodes[source]!.objectid,
    kind,
    target: nodes[target]!.objectid,
  }));
}

/** The stored edges that the steps of a plan take away, as `exclude_edge` takes them. */
export function edgesTakenBy({ steps }: PlanDto, plain: PlainEstate): string[] {
  const keys = new Set(steps.map(({ key }) => key));
  return namedEdges(plain)
    .filter((edge) => keys.has(keyOf(edge) ?? ''))
    .map(({ source, kind, target }) => `${source},${kind},${target}`);
}

/** Checks the certificate of a complete plan by the stored edges: each way leads to tier zero, and the weights add up. */
export function problemsOfPlan({ certificate }: PlanDto, plain: PlainEstate): string[] {
  if (!certificate || certificate.price) return ['this is no complete plan'];
  const { denominator, sum, bound, bound_by: boundBy } = certificate;
  const ends = new Set(plain.tierZero().map((place) => plain.nodes[place]!.objectid));
  const known = new Set(namedEdges(plain).map(textOf));
  const costs = new Map(certificate.ways.flatMap(({ fixes }) => fixes.map(({ key, cost }) => [key, cost])));
  const ways = certificate.ways.map(({ account, accounts, weight, way, fixes }) => ({
    account: account.objectid,
    accounts,
    weight,
    edges: way.map(textOf),
    fixes: fixes.map(({ key }) => key),
  }));
  const problems = certificate.ways.flatMap(({ way, fixes }) =>
    way.flatMap((edge) => [
      ...(known.has(textOf(edge)) ? [] : [`${textOf(edge)} is not stored`]),
      ...(fixes.some(({ key }) => takes(key, edge)) ? [] : [`no fix of ${textOf(edge)} is listed`]),
    ]),
  );
  return [
    ...problems,
    ...problemsOfSums({ price: null, denominator, sum, bound, boundBy, ways }, (fix) => costs.get(fix)!),
    ...ways.flatMap((way) => problemsOfChain(way, ends)),
  ];
}

/** Whether a fix takes an edge away. Sessions of accounts that administer nothing have none. Local rights follow from a local group, whose id begins with that of its host. */
function takes(key: string, edge: NamedEdge): boolean {
  if (/^(AdminTo|CanRDP|CanPSRemote|ExecuteDCOM)$/.test(edge.kind))
    return key.startsWith(`member:${edge.target}-`) && key.endsWith(`:${edge.source}`);
  return edge.kind === 'HasSession' || key === (keyOf(edge) ?? key);
}
