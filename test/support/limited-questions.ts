import fc from 'fast-check';
import { Kind } from '../../src/graph/kinds/kind-catalogue.js';
import { edgeId } from '../../src/graph/store/edge-id.js';
import { directoryKinds } from '../../src/modules/entities/directory-table.js';
import { readyQuestions } from '../../src/modules/questions/ready-questions.js';
import { seenDomain } from './limited-estate.js';
import {
  cypher,
  form,
  get,
  type HiddenNames,
  kindOfEdges,
  kindOfNodes,
  node,
  page,
  property,
  type Question,
  tag,
  text,
} from './limited-names.js';

const paths = fc.tuple(node, node, kindOfEdges, fc.boolean(), fc.boolean(), fc.constantFrom('', 'all', 'simple')).map(
  ([start, end, kind, isLimited, excludes, mode]): Question =>
    (names) =>
      get('graphs/shortest-path', {
        start_node: start(names),
        end_node: end(names),
        ...(isLimited && { relationship_kinds: `in:${kind(names)}` }),
        ...(excludes && { exclude_node: names.user }),
        ...(mode && { paths: mode }),
      }),
);

const reach = fc
  .tuple(
    fc.constantFrom('reachable', 'exposure', 'edges', 'ranking', 'changes'),
    node,
    kindOfNodes,
    tag,
    page,
    form,
    fc.constantFrom('start_node', 'end_node', 'node', 'start_kind', 'end_kind', 'kind', 'end_tag', 'environment', ''),
  )
  .map(([path, of, kind, ofTag, pages, forms, name]): Question => (names) => {
    const value = /kind/.test(name) ? kind(names) : name === 'end_tag' ? ofTag : of(names);
    return get(`graphs/${path}`, { ...pages, ...forms, ...(name && { [name]: value }) });
  });

const pictures = fc
  .tuple(
    fc.array(node, { minLength: 1, maxLength: 4 }),
    node,
    fc.constantFrom('in', 'out'),
    fc.constantFrom('add', 'expand', 'counts', ''),
  )
  .map(([shown, of, direction, what]): Question => (names) => {
    if (what === 'counts') return get(`base/${encodeURIComponent(of(names))}/edges/counts`, {});
    const body = {
      shown: shown.map((it) => it(names)),
      ...(what === 'add' && { add: [of(names)] }),
      ...(what === 'expand' && { expand: { node: of(names), direction } }),
    };
    return { method: 'POST', target: '/api/v2/graphs/neighbourhood', body };
  });

const search = fc.tuple(text, kindOfNodes, page, fc.constantFrom('query', 'query', 'type', 'environment', 'where')).map(
  ([words, kind, pages, name]): Question =>
    (names) =>
      get('search', {
        ...pages,
        query: words(names),
        ...(name === 'type' && { type: kind(names) }),
        ...(name === 'environment' && { environment: words(names) }),
        ...(name === 'where' && { where: `name~eq:${words(names)}` }),
      }),
);

const conditions = fc.tuple(property, text, fc.constantFrom('users', 'computers', 'nothing')).map(
  ([name, words, type]): Question =>
    (names) =>
      get(type === 'nothing' ? 'graphs/reachable' : 'search', {
        ...(type === 'nothing' ? { start_node: `${seenDomain}-110` } : { type: 'User' }),
        where: `${name(names)}=${words(names)}`,
        props: name(names),
      }),
);

const queries = fc
  .tuple(node, text, kindOfNodes, kindOfEdges, property, fc.nat(13))
  .map(([of, words, kind, edge, key, which]): Question => (names) => {
    const [id, word] = [of(names), words(names)];
    const texts = [
      `MATCH (n) RETURN count(n)`,
      `MATCH (n) RETURN n.name ORDER BY n.name LIMIT 50`,
      `MATCH (n:${kind(names)}) RETURN n`,
      `MATCH (a)-[r:${edge(names)}]->(b) RETURN a, r, b`,
      `MATCH (a)-[r]->(b) WHERE a.objectid = '${id}' RETURN a, r, b`,
      `MATCH (n) WHERE n.name CONTAINS '${word}' RETURN n.name, n.objectid`,
      `MATCH p = shortestPath((a)-[*1..]->(b)) WHERE a.objectid = '${seenDomain}-110' AND b.objectid = '${id}' RETURN p`,
      `MATCH p = allShortestPaths((a:User)-[*1..]->(b:Group)) RETURN p LIMIT 20`,
      `MATCH (n) WHERE n.${key(names)} IS NOT NULL RETURN n.name, n.${key(names)}`,
      `MATCH (n) RETURN labels(n), count(*)`,
      `MATCH ()-[r]->() RETURN type(r), count(r)`,
      `MATCH (n) OPTIONAL MATCH (n)-[r]-(m) RETURN n.name, count(m) ORDER BY n.name`,
      `MATCH p = (n)-[:MemberOf*1..4]->(m) WHERE m.name STARTS WITH '${word}' RETURN p`,
      `MATCH (n) WHERE n.system_tags CONTAINS 'tier_zero' RETURN n`,
    ];
    return cypher(texts[which]!, which % 3 === 0 ? { form: 'table' } : {});
  });

const lists = fc
  .tuple(
    fc.constantFrom(
      'ad-domains',
      'cloud-tenants',
      'environments',
      'asset-groups',
      'asset-groups/1/members',
      'asset-group-tags/2/members',
      'asset-group-tags',
      'graphs/kinds',
      'graphs/summary',
      'graphs/changes',
      'graphs/new-ways',
      'graphs/new-ways?groups=true',
      'graphs/overview',
      'graphs/exposure/history',
    ),
    text,
    page,
    fc.constantFrom('name', 'objectid', 'counts', ''),
    fc.boolean(),
  )
  .map(([path, words, pages, name, isCsv]): Question => (names) => ({
    ...get(path, { ...pages, ...(name && { [name]: name === 'counts' ? 'true' : `~eq:${words(names)}` }) }),
    ...(isCsv && { headers: { Accept: 'text/csv' } }),
  }));

const finding = fc.constantFrom(
  ({ word }: HiddenNames) => `${word}_OwnsTierZero`,
  ...[
    'ACME_OwnsTierZero',
    'T0GenericAll',
    'T0MemberOf',
    'T0AdminTo',
    'Kerberoasting',
    'LargeDefaultGroupsGenericAll',
  ].map((it) => () => it),
);
const sort = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  { sort_by: '-exposure_percentage' },
  { sort_by: '-id' },
  { sort_by: '-first_seen' },
);

/** Findings, posture and data quality. */
const figures = fc
  .tuple(
    fc.constantFrom(
      'attack-paths/findings',
      'attack-paths/details',
      'attack-paths/finding-types',
      'attack-paths/finding-trends',
      'attack-path-types',
      'posture-stats',
      ...['findings', 'exposure', 'assets', 'attack-paths', 'archived-findings', 'session-completeness'].map(
        (it) => `posture-history/${it}`,
      ),
      ...['details', 'attack-path-findings', 'available-types', 'sparkline'].map((it) => `domains/:id/${it}`),
      'ad-domains/:id/data-quality-stats',
      'cloud-tenants/:id/data-quality-stats',
      'data-quality-stats',
    ),
    node,
    finding,
    page,
    sort,
    fc.constantFrom('environment_id', 'environments', 'status', ''),
    fc.boolean(),
  )
  .map(([path, of, type, pages, order, name, isCsv]): Question => (names) => {
    const isList = /findings$|stats$|details$|sparkline$/.test(path) && path !== 'attack-paths/details';
    const isOf = path.startsWith('domains/') && !path.endsWith('types');
    const value = name === 'status' ? 'in:active,remediated' : of(names);
    return {
      ...get(path.replace(':id', encodeURIComponent(of(names))), {
        ...(isList && pages),
        ...filterOf(path, name, value),
        ...(isOf && { ...order, finding: type(names) }),
      }),
      ...(isCsv && isList && { headers: { Accept: 'text/csv' } }),
    };
  });

function filterOf(path: string, name: string, value: string): Readonly<Record<string, string>> {
  if (path === 'attack-paths/findings' && name) return { [name]: value };
  if (path === 'data-quality-stats') return { environment_id: value };
  return /trends|history/.test(path) && name.startsWith('env') ? { environments: value } : {};
}

/** Plans, which may name starts, ends and edges. */
const plans = fc
  .tuple(node, node, kindOfEdges, fc.constantFrom('starts', 'ends', 'keep', 'all', 'fixes', 'kept', 'steps'), form)
  .map(([one, other, kind, what, forms]): Question => (names) => {
    if (what === 'kept') return get('plans', forms);
    if (what === 'steps') return get('plans/1/steps', forms);
    const edge = [one(names), kind(names), other(names)].join(',');
    if (what === 'fixes') return get('graphs/fixes', { edge });
    return get('graphs/plan', {
      ...(what !== 'all' && { end_node: one(names) }),
      ...(what === 'starts' && { start_node: other(names) }),
      ...(what === 'keep' && { keep_node: other(names) }),
    });
  });

/** Lists of entities, in all orders and forms. */
const related = fc
  .tuple(
    fc.constantFrom(...directoryKinds.flatMap(({ path, lists: own }) => own.map(({ name }) => [path, name] as const))),
    node,
    page,
    property,
    text,
    fc.constantFrom('', 'type', 'sort', 'where', 'props', 'environment', 'tier_zero'),
    fc.boolean(),
  )
  .map(([[path, list], of, pages, key, words, more, isDescending]): Question => (names) => {
    const target = `${path}/${encodeURIComponent(of(names))}/${list}`;
    const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      type: { type: isDescending ? 'graph' : 'count' },
      sort: { sort_by: `${isDescending ? '-' : ''}props.${key(names)}` },
      where: { where: `${key(names)}:${words(names)}` },
      props: { props: key(names) },
      environment: { environment: words(names) },
      tier_zero: { tier_zero: String(isDescending) },
    };
    return get(target, { ...(more === 'type' ? {} : pages), ...values[more] });
  });

/** Tools of assistants. */
const tools = fc
  .tuple(
    fc.constantFrom(
      'find_objects',
      'describe_object',
      'list_related',
      'ask',
      'rank_changes',
      'data_quality',
      'what_if',
    ),
    node,
    text,
    kindOfEdges,
    fc.constantFrom(...Object.values(readyQuestions).flatMap((it) => Object.keys(it))),
  )
  .map(([tool, of, words, kind, question]): Question => (names) => {
    const given: Readonly<Record<string, object>> = {
      find_objects: { query: words(names) },
      describe_object: { object_id: of(names) },
      list_related: { object_type: 'base', object_id: of(names), list: 'controllers' },
      ask: { name: question, object: of(names) },
      rank_changes: { relationship_kinds: [`in:${kind(names)}`] },
      data_quality: { environment_id: of(names) },
      what_if: { exclude_node: of(names) },
    };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given[tool] } };
    const headers = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
    return { method: 'POST', target: '/mcp', headers, body };
  });

/** Calls that only COMPAT has. */
const ofCompat = fc
  .tuple(
    fc.constantFrom('graph-search', 'pathfinding', 'available-domains', 'nodes', 'relationships'),
    node,
    node,
    text,
    fc.oneof(fc.nat(60), fc.integer({ min: 990, max: 1020 })),
    fc.nat(30),
    fc.constantFrom(Kind.MemberOf, Kind.AdminTo, Kind.GenericAll),
  )
  .map(([path, start, end, words, id, target, kind]): Question => (names) => {
    if (path === 'nodes') return get(`nodes/${id}`, { include_info: 'true' });
    if (path === 'relationships') return get(`relationships/${edgeId(id, kind, target)}`, {});
    return get(path, {
      ...(path === 'graph-search' && { query: words(names) }),
      ...(path === 'pathfinding' && { start_node: start(names), end_node: end(names) }),
    });
  });

/** @returns questions, the same for the same seed */
export function randomQuestions(count: number, seed: number, isCompat: boolean): Question[] {
  const ofAll = [paths, reach, pictures, search, conditions, queries, lists, figures, plans, related, tools];
  return fc.sample(fc.oneof(...ofAll, ...(isCompat ? [ofCompat, ofCompat] : [])), { numRuns: count, seed });
}
