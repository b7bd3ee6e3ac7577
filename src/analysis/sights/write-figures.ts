import type { Visibility } from '../../base/scope/visibility.js';
import type { SqlRunner, SqlValue } from '../../database/database.js';
import { seenBy } from '../../database/sql/visible-rows.js';
import type { Graph } from '../../graph/memory/graph.js';
import type { GraphData } from '../../graph/memory/graph-data.js';
import { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { visibleGraph } from '../../graph/memory/visible-graph.js';
import type { EnvironmentRow } from '../data-quality/count-data-quality.js';
import type { ExtensionCount } from '../data-quality/count-extensions.js';
import type { RunKey } from '../data-quality/data-quality-rows.js';
import { countColumns } from '../data-quality/environment-type.js';
import type { Finding, FoundFindings } from '../findings/find-findings.js';
import {
  countsOfRun,
  environmentNames,
  figuresAsColumns,
  posturesAsColumns,
  posturesOfRun,
} from '../findings/stored-findings.js';
import { runOfSight } from './sights.js';

/** What an analysis found, for each part of the graph. */
interface FiguresOfParts extends Pick<FoundFindings, 'postures' | 'findingsFor'> {
  readonly data: GraphData;
  readonly rulesChanged: boolean;
  readonly dataQualityOf: (part: Graph) => readonly EnvironmentRow[];
  readonly extensionsOf: (part: Graph) => readonly ExtensionCount[];
}

interface FigureRow {
  readonly relation: string;
  readonly row: object;
}

/** $1: set of environments, $2: run. Ends that are gone meanwhile have no finding. */
const upsertFindings = `
  INSERT INTO sight_finding (sight, finding_id, run_id, exposure_count, exposure_share, impact_count, impact_share, freed, shared, risk, severity)
  SELECT $1, f.id, $2::uuid, found.exposure, found.exposure_share, found.impact, found.impact_share, found.freed, found.shared, found.risk, found.severity
  FROM unnest($3::text[], $4::int[], $5::int[], $6::int[], $7::float8[], $8::int[], $9::float8[], $10::int[], $11::int[], $12::float8[],
      $13::text[]) found (finding, source, target, exposure, exposure_share, impact, impact_share, freed, shared, risk, severity)
    JOIN node t ON t.id = found.target LEFT JOIN node s ON s.id = found.source
    JOIN finding f ON f.finding = found.finding AND f.source = coalesce(s.objectid, '') AND f.target = t.objectid
  WHERE f.run_id = $2
  ON CONFLICT (sight, finding_id) DO UPDATE SET run_id = excluded.run_id,
    exposure_count = excluded.exposure_count, exposure_share = excluded.exposure_share,
    impact_count = excluded.impact_count, impact_share = excluded.impact_share,
    freed = excluded.freed, shared = excluded.shared, risk = excluded.risk, severity = excluded.severity`;

/** Open findings whose ends the set has no more. Those that are resolved stay as they were seen. */
const deleteOthers = `DELETE FROM sight_finding s USING finding f
  WHERE f.id = s.finding_id AND s.sight = $1 AND s.run_id <> $2 AND f.resolved_at IS NULL`;

/** Writes the figures of a run for each set of environments that limited accounts see, and drops those of other sets. */
export async function writeFigures(
  tx: SqlRunner,
  run: RunKey,
  sights: readonly Visibility[],
  found: FiguresOfParts,
): Promise<void> {
  const kept = sights.map(({ digest }) => digest);
  for (const table of ['sight_figure', 'sight_finding'])
    await tx.query(`DELETE FROM ${table} WHERE sight <> ALL ($1::text[])`, [kept]);
  for (const visibility of sights) await writeSight(tx, run, visibility, found);
}

async function writeSight(
  tx: SqlRunner,
  run: RunKey,
  visibility: Visibility,
  { data, postures, rulesChanged, findingsFor, dataQualityOf, extensionsOf }: FiguresOfParts,
): Promise<void> {
  const part = new MemoryGraph(visibleGraph(data, visibility));
  const { digest } = visibility;
  const key = [digest, ...run] as const;
  await tx.query(upsertFindings, [
    digest,
    run[0],
    ...asColumns(
      findingsFor((node) => part.exists(node)),
      part,
    ),
  ]);
  await tx.query(deleteOthers, [digest, run[0]]);
  await insertRows(tx, visibility, run, {
    relation: 'finding_count',
    select: countsOfRun,
    values: [run[0], rulesChanged],
  });
  const seen = postures.filter(({ environment }) => visibility.sees(data.environments[environment] ?? null));
  const columns = posturesAsColumns(seen, environmentNames(part));
  await insertRows(tx, visibility, run, { relation: 'posture_stat', select: posturesOfRun, values: columns });
  const environments = dataQualityOf(part).filter(({ objectid }) => visibility.sees(objectid));
  await writeRows(tx, key, [
    ...environments.map(qualityRow),
    ...extensionsOf(part).map(extensionRow),
    { relation: runOfSight, row: {} },
  ]);
}

/** Inserts rows of a table of figures. @param select its columns, from the tables as the set sees them */
async function insertRows(
  tx: SqlRunner,
  visibility: Visibility,
  run: RunKey,
  {
    relation,
    select,
    values,
  }: { readonly relation: string; readonly select: string; readonly values: readonly SqlValue[] },
): Promise<void> {
  const seen = seenBy(visibility, select, values.length);
  const given = [...values, ...seen.values];
  const [sight, runId, now] = [1, 2, 3].map((place) => `$${given.length + place}`);
  const insert = `INSERT INTO sight_figure (sight, relation, run_id, created_at, row)
    SELECT ${sight}::text, '${relation}', ${runId}::uuid, ${now}::timestamptz, to_jsonb(figures) FROM (${seen.text}) figures`;
  await tx.query(insert, [...given, visibility.digest, ...run]);
}

/** Writes rows of a run for a set of environments. */
export async function writeRows(
  tx: SqlRunner,
  [digest, runId, now]: readonly [digest: string, ...RunKey],
  rows: readonly FigureRow[],
): Promise<void> {
  const select = `SELECT $1, relation, $2::uuid, $3::timestamptz, value
    FROM unnest($4::text[], $5::jsonb[]) WITH ORDINALITY figures (relation, value, number) ORDER BY number`;
  await tx.query(`INSERT INTO sight_figure (sight, relation, run_id, created_at, row) ${select}`, [
    digest,
    runId,
    now,
    rows.map(({ relation }) => relation),
    rows.map(({ row }) => JSON.stringify(row)),
  ]);
}

function qualityRow({ type, objectid, counts }: EnvironmentRow): FigureRow {
  const columns = countColumns(type).map((name, index) => [name, counts[index]]);
  return { relation: type.table, row: { [type.id]: objectid, ...Object.fromEntries(columns) } };
}

function extensionRow({ extension, environmentKind, type, ...counted }: ExtensionCount): FigureRow {
  const row = { extension_id: extension, environment_kind: environmentKind, metric_type: type, ...counted };
  return { relation: 'data_quality_count', row };
}

function asColumns(findings: readonly Finding[], graph: Pick<Graph, 'idOf'>) {
  return [
    findings.map(({ finding }) => finding),
    findings.map(({ source }) => (source === null ? null : graph.idOf(source))),
    findings.map(({ target }) => graph.idOf(target)),
    ...figuresAsColumns(findings),
  ];
}
