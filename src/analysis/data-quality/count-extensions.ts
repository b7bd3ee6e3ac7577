import type { SqlRunner } from '../../database/database.js';
import type { ExtensionEnvironmentNode, StoredExtension } from '../../graph/extensions/read-extensions.js';
import type { Graph } from '../../graph/memory/graph.js';
import type { MetricType } from './metric-type.js';
import type { RunKey } from './data-quality-rows.js';

/** The nodes or edges of one kind in one environment of an extension. */
export interface ExtensionCount {
  readonly extension: number;
  readonly environment: string;
  readonly environmentKind: string;
  readonly type: MetricType;
  readonly kind: string;
  readonly count: number;
}

type CountedGraph = Pick<Graph, 'size' | 'exists' | 'kindOf' | 'environments' | 'environmentOf' | 'edges'>;

/** Counts nodes and edges by environment and kind. Only {@link environments}. */
class Tally {
  private readonly counts = new Map<string, number>();

  constructor(private readonly environments: ReadonlySet<number>) {}

  add(environment: number, kind: number): void {
    if (!this.environments.has(environment)) return;
    const key = `${environment} ${kind}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  of(environment: number, kind: number | undefined): number {
    return this.counts.get(`${environment} ${kind}`) ?? 0;
  }
}

/**
 * Counts the kinds of each extension in its environments.
 * @param numbers of kinds by their names
 */
export function countExtensions(
  graph: CountedGraph,
  extensions: readonly StoredExtension[],
  environments: readonly ExtensionEnvironmentNode[],
  numbers: ReadonlyMap<string, number>,
): ExtensionCount[] {
  const places = new Map(graph.environments.map((objectid, place) => [objectid, place]));
  const own = new Set(environments.flatMap(({ objectid }) => places.get(objectid) ?? []));
  if (own.size === 0) return [];
  const [nodes, edges] = [new Tally(own), new Tally(own)];
  for (let node = 0; node < graph.size; node++)
    if (graph.exists(node)) nodes.add(graph.environmentOf(node), graph.kindOf(node));
  graph.edges((source, kind) => edges.add(graph.environmentOf(source), kind));
  return extensions.flatMap(({ id, model }) => {
    const counted = [
      ...model.nodeKinds.map((kind) => ['node', kind, nodes] as const),
      ...model.edgeKinds.map((kind) => ['relationship', kind, edges] as const),
    ];
    const kinds = new Set(model.environments.map(({ kind }) => kind));
    return environments
      .filter(({ kind }) => kinds.has(kind))
      .flatMap(({ objectid, kind: environmentKind }) =>
        counted.map(([type, kind, tally]) => ({
          extension: id,
          environment: objectid,
          environmentKind,
          type,
          kind,
          count: tally.of(places.get(objectid) ?? -1, numbers.get(kind)),
        })),
      )
      .filter(({ count }) => count > 0);
  });
}

const columns = 'run_id, created_at, updated_at, extension_id, environment, environment_kind, metric_type, kind, count';

/** An extension that is deleted meanwhile takes its counts along. */
const insert = `
  INSERT INTO data_quality_count (${columns})
  SELECT $1::uuid, $2::timestamptz, $2, extension, environment, environment_kind, type, kind, count
  FROM unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[])
    c (extension, environment, environment_kind, type, kind, count)
  WHERE EXISTS (SELECT FROM extension e WHERE e.id = c.extension FOR KEY SHARE)`;

const repeat = `
  INSERT INTO data_quality_count (${columns})
  SELECT $1::uuid, $2::timestamptz, $2, extension_id, environment, environment_kind, metric_type, kind, count
  FROM data_quality_count WHERE run_id = $3 ORDER BY id`;

export async function writeExtensionCounts(
  tx: SqlRunner,
  run: RunKey,
  counts: readonly ExtensionCount[],
): Promise<void> {
  if (counts.length === 0) return;
  await tx.query(insert, [
    ...run,
    counts.map(({ extension }) => extension),
    counts.map(({ environment }) => environment),
    counts.map(({ environmentKind }) => environmentKind),
    counts.map(({ type }) => type),
    counts.map(({ kind }) => kind),
    counts.map(({ count }) => count),
  ]);
}

/** Writes the counts of an earlier run for this one too, because the graph is as that run left it. */
export async function repeatExtensionCounts(tx: SqlRunner, run: RunKey, earlier: string): Promise<void> {
  await tx.query(repeat, [...run, earlier]);
}
