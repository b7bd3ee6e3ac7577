import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../base/clock.js';
import { Database, type SqlRunner } from '../database/database.js';
import { bulkSettings } from '../graph/store/bulk-settings.js';
import { currentVersion, openDelta, publishDelta } from '../graph/loader/delta.js';
import { GraphLoader } from '../graph/loader/graph-loader.js';
import { lockGraphForWriting } from '../graph/store/graph-write-lock.js';
import { settleReferences } from '../graph/pending/settle-references.js';
import type { AnalysisOptions, KnownAnalysis } from './analysis-options.js';
import type { AnalysisReport } from './analysis-report.js';
import { countDataQuality, repeatDataQuality } from './data-quality/count-data-quality.js';
import { applyDerivedEdges, type DerivedKindChange, openDerivedEdges } from './derived-edges.js';
import { findDifferences, findDifferencesAnew } from './edge-differences.js';
import { repairNodes } from './node-repairs.js';
import { type DerivationStage, derivationStages } from './rules/derivation-rules.js';
import { rulesDigest } from './rules-digest.js';
import { applyTierZero, tierZeroStatements } from './tier-zero/tier-zero.js';

/** Any number that no other advisory lock of the product uses. */
const analysisLock = 7_268_002;

/** What came and went, and in how many versions of the graph. */
interface Derived {
  readonly edges: readonly DerivedKindChange[];
  readonly versions: number;
}

/** Derives what follows from the graph (docs/adr/0006-analysis.md). */
@Injectable()
export class AnalysisService {
  constructor(
    private readonly database: Database,
    private readonly loader: GraphLoader,
    private readonly clock: Clock,
  ) {}

  /** One run at a time derives, over all instances; others wait for it. Readers never wait. */
  async run(options: AnalysisOptions = {}): Promise<AnalysisReport> {
    const { runId = randomUUID(), now = this.clock.now(), known = null, onStage = async () => {} } = options;
    await settleReferences(this.database, this.loader);
    // The version that the work of this run alone leads to: another means that somebody wrote meanwhile.
    let version = await currentVersion(this.database);
    if (await repairNodes(this.database, this.loader)) version++;
    await onStage(1);
    const unchanged = known?.rules === rulesDigest && known.version === version ? known : null;
    const derived = unchanged ? { edges: [], versions: 0 } : await this.derive(onStage);
    version += derived.versions;
    await onStage(4);
    const counted = await this.database.transaction(
      (tx) => count(tx, runId, now, unchanged),
      'BEGIN ISOLATION LEVEL REPEATABLE READ',
    );
    await onStage(5);
    return {
      runId,
      version: counted.version,
      wholeVersion: counted.version === version ? version : null,
      rules: rulesDigest,
      unchanged: unchanged !== null,
      edges: derived.edges,
      tierZero: counted.tierZero,
      dataQuality: counted.dataQuality,
    };
  }

  private async derive(onStage: (stage: number) => Promise<void>): Promise<Derived> {
    const edges: DerivedKindChange[] = [];
    let versions = 0;
    for (const [index, stage] of derivationStages.entries()) {
      const derived = await this.database.transaction((tx) => deriveEdges(tx, stage));
      edges.push(...derived.edges);
      versions += derived.versions;
      await onStage(2 + index);
    }
    versions += await this.database.transaction(renewTierZero);
    return { edges, versions };
  }
}

/** Finds everything out first, so that loads wait for the writing only. */
async function deriveEdges(tx: SqlRunner, { rules, scope }: DerivationStage): Promise<Derived> {
  await beginAlone(tx);
  const read = await currentVersion(tx);
  await openDerivedEdges(tx);
  for (const { statements } of rules) for (const statement of statements) await tx.query(statement);
  await findDifferences(tx, scope);

  const before = await beginWriting(tx);
  if (before !== read) await findDifferencesAnew(tx, scope);
  const edges = await applyDerivedEdges(tx);
  const { version } = await publishDelta(tx, {
    created: sum(edges.map(({ created }) => created)),
    changed: 0,
    removed: sum(edges.map(({ removed }) => removed)),
  });
  return { edges, versions: version - before };
}

/**
 * A change of tier zero is one of the graph: counts of members are remembered by its version.
 * @returns how many versions it made
 */
async function renewTierZero(tx: SqlRunner): Promise<number> {
  await beginAlone(tx);
  for (const statement of tierZeroStatements) await tx.query(statement);
  const before = await beginWriting(tx);
  const { version } = await publishDelta(tx, { created: 0, changed: await applyTierZero(tx), removed: 0 });
  return version - before;
}

/** In a transaction that sees one state of the graph: that of the version it tells. */
async function count(
  tx: SqlRunner,
  runId: string,
  now: Date,
  unchanged: KnownAnalysis | null,
): Promise<Pick<AnalysisReport, 'version' | 'tierZero' | 'dataQuality'>> {
  await tx.query(bulkSettings);
  const version = await currentVersion(tx);
  const [members] = await tx.query<{ count: number }>('SELECT count(*)::int AS count FROM tier_zero_member');
  const dataQuality =
    unchanged?.version === version
      ? await repeatDataQuality(tx, runId, now, unchanged.runId)
      : await countDataQuality(tx, runId, now);
  return { version, tierZero: members?.count ?? 0, dataQuality };
}

/** @returns the version of the graph that the transaction is to change */
async function beginWriting(tx: SqlRunner): Promise<number> {
  await lockGraphForWriting(tx);
  await openDelta(tx);
  return currentVersion(tx);
}

async function beginAlone(tx: SqlRunner): Promise<void> {
  await tx.query(bulkSettings);
  await tx.query('SELECT pg_advisory_xact_lock($1)', [analysisLock]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
