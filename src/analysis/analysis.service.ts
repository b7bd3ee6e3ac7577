import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { Database, type SqlRunner } from '../database/database.js';
import { bulkSettings } from '../graph/loader/bulk-settings.js';
import { currentVersion, openDelta, publishDelta } from '../graph/loader/delta.js';
import { GraphLoader } from '../graph/loader/graph-loader.js';
import { lockGraphForWriting } from '../graph/graph-write-lock.js';
import type { AnalysisReport } from './analysis-report.js';
import { countDataQuality } from './data-quality/count-data-quality.js';
import { applyDerivedEdges, type DerivedKindChange, openDerivedEdges } from './derived-edges.js';
import { repairNodes } from './node-repairs.js';
import { type DerivationStage, derivationStages } from './rules/derivation-rules.js';
import { selectTierZero } from './tier-zero/tier-zero.js';

/** Any number that no other advisory lock of the product uses. */
const analysisLock = 7_268_002;

export interface AnalysisOptions {
  /** A UUID; one is made where none is given. */
  readonly runId?: string;
  /** The time of the run, for what it counts; now where none is given. */
  readonly now?: Date;
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
  async run({ runId = randomUUID(), now = this.clock.now() }: AnalysisOptions = {}): Promise<AnalysisReport> {
    await repairNodes(this.database, this.loader);
    const edges: DerivedKindChange[] = [];
    for (const stage of derivationStages)
      edges.push(...(await this.database.transaction((tx) => deriveEdges(tx, stage))));
    const tierZero = await this.database.transaction(renewTierZero);
    const dataQuality = await this.database.transaction(async (tx) => {
      await tx.query(bulkSettings);
      return countDataQuality(tx, runId, now);
    }, 'BEGIN ISOLATION LEVEL REPEATABLE READ');
    return { runId, version: await currentVersion(this.database), edges, tierZero, dataQuality };
  }
}

/** Finds everything out first, so that loads wait for the writing only. */
async function deriveEdges(tx: SqlRunner, { rules, scope }: DerivationStage): Promise<DerivedKindChange[]> {
  await beginAlone(tx);
  await openDerivedEdges(tx);
  for (const { statements } of rules) for (const statement of statements) await tx.query(statement);

  await lockGraphForWriting(tx);
  await openDelta(tx);
  const edges = await applyDerivedEdges(tx, scope);
  await publishDelta(tx, {
    created: sum(edges.map(({ created }) => created)),
    changed: 0,
    removed: sum(edges.map(({ removed }) => removed)),
  });
  return edges;
}

/** A change of tier zero is one of the graph: counts of members are remembered by its version. */
async function renewTierZero(tx: SqlRunner): Promise<number> {
  await beginAlone(tx);
  await lockGraphForWriting(tx);
  await openDelta(tx);
  const { members, changed } = await selectTierZero(tx);
  await publishDelta(tx, { created: 0, changed, removed: 0 });
  return members;
}

async function beginAlone(tx: SqlRunner): Promise<void> {
  await tx.query(bulkSettings);
  await tx.query('SELECT pg_advisory_xact_lock($1)', [analysisLock]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
