import { beforeAll, expect, it } from '@jest/globals';
import { cloudKinds } from '../../src/modules/entities/cloud-table.js';
import { directoryKinds } from '../../src/modules/entities/directory-table.js';
import { countName, type EntityKind, type EntityList } from '../../src/modules/entities/entity-kind.js';
import type { TestApp } from '../support/app.js';
import { OpenApiJudge } from '../support/openapi.js';

type Row = Readonly<Record<string, unknown>>;

interface Page {
  readonly count: number;
  readonly data: readonly Row[];
}

interface KnownNode {
  readonly objectid: string;
  readonly name: string;
  readonly kind: string;
  readonly kinds: readonly number[];
  readonly environment: string | null;
}

/**
 * Parameters of pages, of the subject of a question, and those that are tested here, in findings.http-spec.ts, or in the tests of
 * src/modules/graphs, src/modules/entities, src/modules/extensions, src/modules/overview, src/modules/reports and src/modules/search.
 * column-filters.inventory-spec.ts has the columns.
 */
const tested =
  `skip limit sort_by query q node max_nodes object_id source_node target_node edge_type tier_zero environment environments
  type related_entity_type counts descriptions scope schemas start end hydrate_domains hydrate_ous only_traversable relationship_kinds reach direction
  start_node start_kind start_tag end_node end_kind end_tag finding environment_id asset_group_tag_id filterAccepted from to
  since until cursor longer paths exclude_node exclude_edge exclude_where start_where end_where start_tier_zero end_tier_zero by kind edge_kind count where props depth properties
  panels schema_environment_kind_id schema_extension_id cost keep_node keep_edge keep_where most ways groups edge weight after_tag zone format inline`.split(
    /\s+/,
  );

const api = '/api/v2';

/** @param estate the service with the sample estate */
export function queryParameters(estate: () => TestApp): void {
  let app: TestApp;
  let judge: OpenApiJudge;
  let nodes: readonly KnownNode[];
  let environments: readonly { readonly objectid: string; readonly name: string; readonly isTenant: boolean }[];
  let tierZero: ReadonlySet<string>;
  let edgeKinds: readonly Row[];

  beforeAll(async () => {
    app = estate();
    judge = await OpenApiJudge.of(app.url);
    nodes = await app.database.query<KnownNode>(
      `SELECT n.objectid, n.name, k.name AS kind, n.kinds, n.environment
       FROM node n JOIN kind k ON k.id = n.kind ORDER BY n.id`,
    );
    environments = nodes
      .filter(({ kind, objectid, environment }) => /^(Domain|AZTenant)$/.test(kind) && environment === objectid)
      .map(({ objectid, name, kind }) => ({ objectid, name, isTenant: kind === 'AZTenant' }));
    const members = await page(`${api}/asset-groups/1/members?limit=10000`);
    tierZero = new Set(members.data.map(({ objectID }) => String(objectID)));
    edgeKinds = await data(`${api}/extensions-edges`);
  });

  async function get<T>(target: string): Promise<T> {
    const response = await app.as('administrator', 'bearer', 'GET', target);
    const body = await response.json();
    expect([target, response.status, body]).toMatchObject([target, 200, {}]);
    return body as T;
  }
  const page = (target: string) => get<Page>(target);
  const data = async <T>(target: string) => (await get<{ data: T }>(target)).data;

  /** Each list of entities, of the node with the longest one of a few. */
  async function entityLists(): Promise<string[]> {
    const lists: string[] = [];
    for (const kind of [...directoryKinds, ...cloudKinds]) {
      const panels: { readonly objectid: string; readonly lengths: Row }[] = [];
      for (const objectid of nodesOf(kind)) panels.push({ objectid, lengths: await data(targetOf(kind, objectid)) });
      for (const list of kind.lists.filter(({ isSpecified }) => !isSpecified)) {
        const lengthIn = ({ lengths }: { readonly lengths: Row }) => Number(lengths[countName(list)]);
        const [longest] = panels.toSorted((one, other) => lengthIn(other) - lengthIn(one));
        if (longest) lists.push(targetOf(kind, longest.objectid, list));
      }
    }
    return lists;
  }

  /** At most six, spread over all. */
  function nodesOf({ kinds }: EntityKind): string[] {
    const all = nodes.filter((node) => !kinds || kinds.some((kind) => node.kinds.includes(kind)));
    const distance = Math.ceil(all.length / 6);
    return all.filter((_, index) => index % distance === 0).map(({ objectid }) => objectid);
  }

  it('are all in this test', () => {
    const others = Object.entries(judge.document.paths).flatMap(([path, { get: operation }]) =>
      (operation?.parameters ?? []).flatMap(({ name, in: place, schema }) => {
        const isColumn = JSON.stringify(schema).includes('"^(((eq|');
        return place === 'query' && !isColumn && !tested.includes(name) ? [`${path} ${name}`] : [];
      }),
    );
    expect(others).toEqual([]);
  });

  it('tier_zero, environment and type: lists of entities', async () => {
    const environmentOf = new Map(nodes.map(({ objectid, environment }) => [objectid, environment]));
    const totals = { members: 0, others: 0, inEnvironment: 0, outside: 0 };
    const targets = await entityLists();
    for (const target of targets) {
      const all = await page(`${target}&limit=10000`);
      const isMember = ({ objectID }: Row) => tierZero.has(String(objectID));
      for (const [word, rows] of [
        ['true', all.data.filter(isMember)],
        ['false', all.data.filter((row) => !isMember(row))],
      ] as const) {
        totals[word === 'true' ? 'members' : 'others'] += rows.length;
        const filter = `${target}&tier_zero=${word}`;
        const answer = { ...all, count: rows.length, data: rows };
        expect([filter, await page(`${filter}&limit=10000`)]).toEqual([filter, answer]);
        expect([filter, await data(`${filter}&type=count`)]).toEqual([filter, { count: rows.length }]);
        const graph = await data<{ nodes: readonly Row[]; truncated: boolean }>(`${filter}&type=graph`);
        const drawn = new Set(graph.nodes.map(({ objectID }) => objectID));
        const missing = rows.filter(({ objectID }) => !drawn.has(objectID));
        expect([filter, graph.truncated, missing]).toEqual([filter, false, []]);
      }
      for (const { objectid, name } of environments) {
        const rows = all.data.filter(({ objectID }) => environmentOf.get(String(objectID)) === objectid);
        totals.inEnvironment += rows.length;
        totals.outside += all.data.length - rows.length;
        const filter = `${target}&environment=${encodeURIComponent(rows.length > 0 ? name : objectid)}`;
        expect([filter, (await page(`${filter}&limit=10000`)).data]).toEqual([filter, rows]);
      }
    }
    expect(targets.length).toBeGreaterThan(100);
    for (const total of Object.values(totals)) expect(total).toBeGreaterThan(20);
  });

  it('counts: entities, tags and selectors', async () => {
    for (const kind of [...directoryKinds, ...cloudKinds]) {
      const [objectid] = nodesOf(kind);
      if (objectid === undefined) continue;
      const target = targetOf(kind, objectid);
      const { kinds, props, ...counts } = await data<Row>(target);
      expect([target, Object.keys(counts)]).toEqual([target, kind.lists.map(countName)]);
      expect(await data(`${target}&counts=true`)).toEqual({ kinds, props, ...counts });
      expect(await data(`${target}&counts=false`)).toEqual({ kinds, props });
    }
    for (const target of [`${api}/asset-group-tags`, `${api}/asset-group-tags/1/selectors`]) {
      const without = await data<Record<string, readonly Row[]>>(`${target}?counts=false`);
      const withCounts = await data<Record<string, readonly Row[]>>(`${target}?counts=true`);
      const rows = Object.values(withCounts).flat();
      expect(Object.values(without).flat()).toEqual(rows.map(({ counts: ofRow, ...row }) => (ofRow ? row : null)));
    }
  });

  it('descriptions: kinds', async () => {
    const { kinds } = await data<{ kinds: readonly string[] }>(`${api}/graphs/kinds?type=edge`);
    expect(await data(`${api}/graphs/kinds?type=edge&descriptions=false`)).toEqual({ kinds });
    const described = await data<{ descriptions: readonly Row[] }>(`${api}/graphs/kinds?type=edge&descriptions=true`);
    const builtIn = new Set(edgeKinds.filter(isOf('is_builtin', true)).map(({ name }) => name));
    expect(described.descriptions.map(({ name }) => name)).toEqual(kinds.filter((kind) => builtIn.has(kind)));
  });

  it('tier_zero, environment and type: search', async () => {
    const all = await page(`${api}/search?query=a&limit=10000`);
    const kinds = new Set(all.data.flatMap((row) => row['kinds'] as string[]));
    const filters: (readonly [string, (row: Row) => boolean])[] = [
      ...['true', 't', 'T', 'TRUE', 'True'].map((word) => [`tier_zero=${word}`, isOf('tier_zero', true)] as const),
      ...['false', 'f', 'F', 'FALSE', 'False'].map((word) => [`tier_zero=${word}`, isOf('tier_zero', false)] as const),
      ...environments.map(({ objectid, name }) => [`environment=${name}`, isOf('environment_id', objectid)] as const),
      ...[...kinds].map((kind) => [`type=${kind}`, (row: Row) => (row['kinds'] as string[]).includes(kind)] as const),
    ];
    for (const [filter, isFound] of filters) {
      const data = all.data.filter(isFound);
      expect(data.length).toBeGreaterThan(0);
      expect([filter, await page(`${api}/search?query=a&limit=10000&${filter}`)]).toEqual([
        filter,
        { ...all, count: data.length, data },
      ]);
    }
  });

  it('environments, scope, schemas, start and end', async () => {
    const tag = `${api}/asset-group-tags/1`;
    for (const target of [`${tag}/members`, `${tag}/selectors/1/members`]) {
      const members = await data<readonly Row[]>(`${target}?limit=10000`);
      for (const { objectid } of [...environments, { objectid: 'NONE' }]) {
        const rows = members.filter(isOf('environment_id', objectid));
        expect([target, await data(`${target}?limit=10000&environments=${objectid}`)]).toEqual([target, rows]);
        const counts = await data<{ total_count: number }>(`${target}/counts?environments=${objectid}`);
        expect([target, counts.total_count]).toEqual([target, rows.length]);
      }
    }
    const queries = await page(`${api}/saved-queries?limit=1000`);
    for (const scope of ['owned', 'shared', 'public', 'all'])
      expect([scope, (await page(`${api}/saved-queries?limit=1000&scope=${scope}`)).data]).toEqual([
        scope,
        queries.data.filter((row) => scope === 'all' || row['scope'] === scope),
      ]);
    const pictures = await page(`${api}/pictures?limit=1000`);
    for (const scope of ['owned', 'shared', 'public', 'all'])
      expect([scope, (await page(`${api}/pictures?limit=1000&scope=${scope}`)).data]).toEqual([
        scope,
        pictures.data.filter((row) => scope === 'all' || row['scope'] === scope),
      ]);
    for (const schema of ['AD', 'AZ', 'Acme', 'None'])
      expect([schema, await data(`${api}/extensions-edges?schemas=${schema}`)]).toEqual([
        schema,
        edgeKinds.filter((row) => row['schema_name'] === schema),
      ]);
    for (const { objectid, isTenant } of environments) {
      const target = `${api}/${isTenant ? 'cloud-tenants' : 'ad-domains'}/${objectid}/data-quality-stats`;
      const range = 'start=2000-01-01T00:00:00Z&end=2100-01-01T00:00:00Z';
      const rows = (await page(`${target}?limit=1000&${range}`)).data;
      const times = rows.map(({ created_at: time }) => String(time));
      for (const time of [times[0] ?? '2026-01-01T00:00:00Z', '2050-01-01T00:00:00Z']) {
        const isLater = (_: Row, index: number) => Date.parse(times[index] ?? '') >= Date.parse(time);
        const later = await page(`${target}?limit=1000&${range.replace(/start=[^&]*/, `start=${time}`)}`);
        expect([target, later.data]).toEqual([target, rows.filter(isLater)]);
        const earlier = await page(`${target}?limit=1000&${range.replace(/end=[^&]*/, `end=${time}`)}`);
        expect([target, earlier.data]).toEqual([target, rows.filter((row, index) => !isLater(row, index))]);
      }
    }
  });

  it('hydrate_domains and hydrate_ous: object ids in place of objects', async () => {
    for (const list of ['clients', 'events', 'jobs', 'jobs/finished'])
      for (const name of ['domains', 'ous']) {
        const hydrated = await page(`${api}/${list}?limit=1000&hydrate_${name}=true`);
        const expected: unknown = JSON.parse(JSON.stringify(hydrated), (key, value) =>
          key === name ? (value as readonly { objectid: string }[]).map(({ objectid }) => objectid) : value,
        );
        expect([list, name, await page(`${api}/${list}?limit=1000&hydrate_${name}=false`)]).toEqual([
          list,
          name,
          expected,
        ]);
      }
  });

  it('only_traversable, relationship_kinds, direction: reachable nodes and paths', async () => {
    const edges = await app.database.query<{ source: string; target: string; kind: string }>(
      `SELECT s.objectid AS source, t.objectid AS target, k.name AS kind FROM edge e
       JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind`,
    );
    const traversable = new Set(edgeKinds.filter(isOf('is_traversable', true)).map(({ name }) => String(name)));
    const choices: (readonly [string, (kind: string) => boolean])[] = [
      ['only_traversable=true&reach=stored', (kind) => traversable.has(kind)],
      ['only_traversable=false', () => true],
      ['only_traversable=false&relationship_kinds=in:MemberOf,AdminTo', (it) => /^(MemberOf|AdminTo)$/.test(it)],
      ['only_traversable=false&relationship_kinds=nin:MemberOf,AdminTo', (it) => !/^(MemberOf|AdminTo)$/.test(it)],
    ];
    const start = nodes.find(({ objectid }) => objectid.endsWith('-512'))!.objectid;
    const found = new Set<number>();
    for (const [filter, isFollowed] of choices)
      for (const direction of ['in', 'out']) {
        const reached = new Set([start]);
        const followed = edges.filter(({ kind }) => isFollowed(kind));
        for (let size = 0; size !== reached.size;) {
          size = reached.size;
          for (const { source, target } of followed) {
            if (direction === 'out' ? reached.has(source) : reached.has(target))
              reached.add(direction === 'out' ? target : source);
          }
        }
        const answer = await data<{ count: number; tier_zero: number }>(
          `${api}/graphs/reachable?node=${start}&direction=${direction}&${filter}`,
        );
        const others = [...reached].filter((it) => it !== start);
        expect([filter, direction, answer]).toMatchObject([
          filter,
          direction,
          { count: others.length, tier_zero: others.filter((it) => tierZero.has(it)).length },
        ]);
        found.add(answer.count);
      }
    expect(found.size).toBeGreaterThan(4);
    await paths([...traversable].filter((kind) => edges.some((edge) => edge.kind === kind)).join(','));
  });

  /** The same starts, ends and kinds in two ways. */
  async function paths(traversable: string): Promise<void> {
    const computers = nodes.filter(({ kind }) => kind === 'Computer').map(({ objectid }) => objectid);
    const upwards = 'start_kind=Computer&end_tag=tier_zero';
    for (const [one, other] of [
      [upwards, `${named('start', computers)}&${named('end', tierZero)}`],
      ['start_tag=tier_zero&end_kind=Computer', `${named('start', tierZero)}&${named('end', computers)}`],
      [`${upwards}&only_traversable=true&reach=stored`, `${upwards}&relationship_kinds=in:${traversable}`],
      [`${upwards}&only_traversable=false`, upwards],
    ] as const) {
      const target = `${api}/graphs/shortest-path?max_nodes=10000`;
      expect([one, await data(`${target}&${one}`)]).toEqual([one, await data(`${target}&${other}`)]);
    }
  }
}

function named(end: 'start' | 'end', ids: Iterable<string>): string {
  return [...ids].map((id) => `${end}_node=${encodeURIComponent(id)}`).join('&');
}

function isOf(name: string, value: unknown): (row: Row) => boolean {
  return (row) => row[name] === value;
}

/** The panel of an entity, or one of its lists. */
function targetOf(kind: EntityKind, objectid: string, list?: EntityList): string {
  const id = encodeURIComponent(objectid);
  if (!cloudKinds.includes(kind)) return `${api}/${kind.path}/${id}${list ? `/${list.name}` : ''}?`;
  return `${api}/cloud/${kind.path}?object_id=${id}${list ? `&related_entity_type=${list.name}` : ''}`;
}
