import type { SqlRunner } from '../../database/database.js';
import type { Graph } from '../../graph/memory/graph.js';
import type { RunKey } from '../data-quality/data-quality-rows.js';
import type { Finding, FoundFindings } from './find-findings.js';
import { hygieneTagId, tierZeroTagId } from './finding-types.js';
import { severityOf } from './severity.js';

/** $1: run, $2: time. Nodes that are gone meanwhile are left out. The order makes ids independent of the plan. */
const upsertFindings = `
  INSERT INTO finding AS f (finding, source, source_kind, source_name, target, target_kind, target_name, environment,
    asset_group_tag_id, exposure_count, exposure_share, impact_count, impact_share, freed, shared, risk, severity,
    first_run_id, first_seen, run_id, last_seen)
  SELECT found.finding, coalesce(s.objectid, ''), coalesce(sk.name, ''), coalesce(s.name, ''), t.objectid, tk.name, t.name,
    found.environment, tag, exposure, exposure_share, impact, impact_share, freed, shared, risk, severity, $1::uuid, $2::timestamptz, $1, $2
  FROM unnest($3::text[], $4::int[], $5::int[], $6::text[], $7::int[], $8::int[], $9::float8[], $10::int[], $11::float8[],
      $12::int[], $13::int[], $14::float8[], $15::text[])
    found (finding, source, target, environment, tag, exposure, exposure_share, impact, impact_share, freed, shared, risk, severity)
  JOIN node t ON t.id = found.target JOIN kind tk ON tk.id = t.kind
  LEFT JOIN node s ON s.id = found.source LEFT JOIN kind sk ON sk.id = s.kind
  WHERE found.source IS NULL OR s.id IS NOT NULL
  ORDER BY found.finding, t.objectid, s.objectid
  ON CONFLICT ON CONSTRAINT finding_key DO UPDATE SET
    source_kind = excluded.source_kind, source_name = excluded.source_name,
    target_kind = excluded.target_kind, target_name = excluded.target_name,
    environment = excluded.environment, asset_group_tag_id = excluded.asset_group_tag_id,
    exposure_count = excluded.exposure_count, exposure_share = excluded.exposure_share,
    impact_count = excluded.impact_count, impact_share = excluded.impact_share,
    freed = excluded.freed, shared = excluded.shared, risk = excluded.risk, severity = excluded.severity,
    first_run_id = CASE WHEN f.resolved_at IS NULL THEN f.first_run_id ELSE excluded.first_run_id END,
    first_seen = CASE WHEN f.resolved_at IS NULL THEN f.first_seen ELSE excluded.first_seen END,
    returned = f.returned OR f.resolved_at IS NOT NULL, run_id = excluded.run_id, last_seen = excluded.last_seen, resolved_at = NULL,
    poll_number = CASE WHEN f.resolved_at IS NULL AND f.severity = excluded.severity THEN f.poll_number END`;

/** If rules of the product ended them, nobody resolved them. */
const deleteOthers = 'DELETE FROM finding WHERE resolved_at IS NULL AND run_id <> $1';

const resolveOthers = `
  UPDATE finding SET resolved_at = $2, run_id = $1, poll_number = NULL WHERE resolved_at IS NULL AND run_id <> $1`;

const countColumns = `environment, asset_group_tag_id, finding, finding_count, impacted_asset_count, exposure_count, impact_count,
  composite_risk, added, archived`;

/** The findings that the run $1 found or resolved. $2: whether findings are new because of rules of the product. */
export const countsOfRun = `
  SELECT environment, asset_group_tag_id, finding, count(*) FILTER (WHERE resolved_at IS NULL) AS finding_count,
    count(DISTINCT target) FILTER (WHERE resolved_at IS NULL) AS impacted_asset_count,
    coalesce(max(exposure_count) FILTER (WHERE resolved_at IS NULL), 0) AS exposure_count,
    coalesce(max(impact_count) FILTER (WHERE resolved_at IS NULL), 0) AS impact_count,
    coalesce(max(risk) FILTER (WHERE resolved_at IS NULL), 0) AS composite_risk,
    count(*) FILTER (WHERE first_run_id = $1 AND resolved_at IS NULL AND NOT $2::boolean) AS added,
    count(*) FILTER (WHERE resolved_at IS NOT NULL) AS archived
  FROM finding WHERE run_id = $1 GROUP BY environment, asset_group_tag_id, finding
  ORDER BY environment, asset_group_tag_id, finding`;

const insertCounts = `
  INSERT INTO finding_count (run_id, created_at, updated_at, ${countColumns})
  SELECT $1::uuid, $3::timestamptz, $3, counts.* FROM (${countsOfRun}) counts`;

const postureColumns = 'domain_sid, asset_group_tag_id, exposure_index, tier_zero_count, critical_risk_count';

/** $1, $2, $3: the postures. */
export const posturesOfRun = `
  SELECT environment AS domain_sid, ${tierZeroTagId} AS asset_group_tag_id, exposure AS exposure_index, members AS tier_zero_count,
    (SELECT count(*) FROM finding f WHERE f.environment = posture.environment AND f.asset_group_tag_id = ${tierZeroTagId}
       AND f.severity = 'critical' AND f.resolved_at IS NULL) AS critical_risk_count
  FROM unnest($1::text[], $2::float8[], $3::int[]) posture (environment, exposure, members)`;

const insertPostures = `
  INSERT INTO posture_stat (run_id, created_at, updated_at, ${postureColumns})
  SELECT $4::uuid, $5::timestamptz, $5, postures.* FROM (${posturesOfRun}) postures`;

/**
 * Makes the stored findings equal to these, and adds the counts of the run to the history.
 * @param rulesChanged the run follows other rules of the product than the last one: no finding counts as new or as resolved by it
 */
export async function writeFindings(
  tx: SqlRunner,
  run: RunKey,
  { findings, postures }: Omit<FoundFindings, 'findingsFor'>,
  graph: Pick<Graph, 'idOf' | 'environments'>,
  rulesChanged: boolean,
): Promise<void> {
  const nameOf = environmentNames(graph);
  await tx.query(upsertFindings, [
    ...run,
    findings.map(({ finding }) => finding),
    findings.map(({ source }) => (source === null ? null : graph.idOf(source))),
    findings.map(({ target }) => graph.idOf(target)),
    findings.map(({ environment }) => nameOf(environment)),
    findings.map(({ isTierZero }) => (isTierZero ? tierZeroTagId : hygieneTagId)),
    ...figuresAsColumns(findings),
  ]);
  if (rulesChanged) await tx.query(deleteOthers, [run[0]]);
  else await tx.query(resolveOthers, [...run]);
  await tx.query(insertCounts, [run[0], rulesChanged, run[1]]);
  await tx.query(insertPostures, [...posturesAsColumns(postures, nameOf), ...run]);
}

/** By column: exposure, its share, impact, its share, accounts that are freed and that keep a way, risk, severity. */
export function figuresAsColumns(findings: readonly Finding[]) {
  return [
    findings.map(({ exposure }) => exposure),
    findings.map(({ shares }) => shares.exposure),
    findings.map(({ impact }) => impact),
    findings.map(({ shares }) => shares.impact),
    findings.map(({ loss }) => loss?.freed ?? null),
    findings.map(({ loss }) => loss?.shared ?? null),
    findings.map(({ risk }) => risk),
    findings.map(({ risk }) => severityOf(risk)),
  ];
}

/** The values of the parameters of {@link posturesOfRun}. */
export function posturesAsColumns(
  postures: FoundFindings['postures'],
  nameOf: (environment: number) => string,
): [string[], number[], number[]] {
  return [
    postures.map(({ environment }) => nameOf(environment)),
    postures.map(({ exposure }) => exposure),
    postures.map(({ tierZero }) => tierZero),
  ];
}

/** Object ids of environments by their numbers; empty if there is none. */
export function environmentNames({ environments }: Pick<Graph, 'environments'>): (environment: number) => string {
  return (environment) => environments[environment] ?? '';
}

/** Repeats the history of an earlier run, because the graph is as that run left it. */
export async function repeatFindings(tx: SqlRunner, run: RunKey, earlier: string): Promise<void> {
  await tx.query('UPDATE finding SET run_id = $1, last_seen = $2 WHERE resolved_at IS NULL', [...run]);
  await tx.query(
    `INSERT INTO finding_count (run_id, created_at, updated_at, ${countColumns})
     SELECT $1::uuid, $2::timestamptz, $2, environment, asset_group_tag_id, finding, finding_count, impacted_asset_count, exposure_count,
       impact_count, composite_risk, 0, 0
     FROM finding_count WHERE run_id = $3 AND finding_count > 0 ORDER BY id`,
    [...run, earlier],
  );
  await tx.query(
    `INSERT INTO posture_stat (run_id, created_at, updated_at, ${postureColumns})
     SELECT $1::uuid, $2::timestamptz, $2, ${postureColumns} FROM posture_stat WHERE run_id = $3 ORDER BY id`,
    [...run, earlier],
  );
}
