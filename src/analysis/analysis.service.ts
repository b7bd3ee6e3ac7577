import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../base/clock.js';
import { Database } from '../database/database.js';
import { GraphKeeper } from '../graph/memory/graph-keeper.js';
import { retryReferences } from '../graph/references/retry-references.js';
import { bulkSettings } from '../graph/store/graph-transaction.js';
import { currentVersion } from '../graph/store/graph-version.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import { type AnalysedGraph, analyseGraph } from './analyse-graph.js';
import { type DataQualityRows, repeatDataQuality, type RunKey } from './data-quality/data-quality-rows.js';
import { repairNodes } from './node-repairs.js';
import { rulesDigest } from './rules-digest.js';
import type { DerivedKindChange } from './stored-derivation.js';
import { analyseInThread, canHaveThreads } from './worker/analysis-thread.js';

/** An earlier run. The same graph by the same rules leads to the same result. */
export interface KnownAnalysis {
  readonly runId: string;
  /** The version of the graph that the run has seen whole and that it made. */
  readonly version: number;
  /** Digest of the rules that the run followed. */
  readonly rules: string;
}

export interface AnalysisOptions {
  /** A UUID; a new one by default. */
  readonly runId?: string;
  /** The time of the run in its statistics; now by default. */
  readonly now?: Date;
  /** If the graph is as this run left it, nothing is derived, and the counts of this run are copied. */
  readonly known?: KnownAnalysis | null;
  /** Called with the number of each of the {@link analysisStages} that is done, from 1. */
  readonly onStage?: (stage: number) => Promise<void>;
  /** Ends the run. */
  readonly signal?: AbortSignal;
}

/** What one run of the analysis did. */
export interface AnalysisReport {
  readonly runId: string;
  /** Version of the graph after the run. */
  readonly version: number;
  /** The same if the run has seen this version whole; null if others wrote meanwhile, so that the next run may find more. */
  readonly wholeVersion: number | null;
  /** Digest of the rules that the run followed. */
  readonly rules: string;
  /** True if the graph was as an earlier run had left it, so that there was nothing to derive. */
  readonly unchanged: boolean;
  /** Derived edges that came and went, by kind; kinds without a change are left out. */
  readonly edges: readonly DerivedKindChange[];
  /** Number of members of tier zero. */
  readonly tierZero: number;
  /** Rows of data quality that were written. */
  readonly dataQuality: DataQualityRows;
}

/** In order, as users read them. */
export const analysisStages = ['nodes', 'memberships', 'rights', 'tier zero', 'data quality'] as const;

/** Any number that no other advisory lock of the product uses. */
const analysisLock = 7_268_002;

/** Derives what follows from the graph (docs/adr/0006-analysis.md). */
@Injectable()
export class AnalysisService {
  constructor(
    private readonly database: Database,
    private readonly writer: GraphWriter,
    private readonly keeper: GraphKeeper,
    private readonly clock: Clock,
  ) {}

  /** One run at a time derives, over all instances; others wait for it. Readers never wait. */
  async run(options: AnalysisOptions = {}): Promise<AnalysisReport> {
    const { runId = randomUUID(), now = this.clock.now(), known = null, onStage = async () => {} } = options;
    await retryReferences(this.database, this.writer);
    // The version that this run alone leads to: another one means that somebody wrote meanwhile.
    const expected = (await currentVersion(this.database)) + (await repairNodes(this.database, this.writer));
    await onStage(1);
    const isUnchanged = known?.rules === rulesDigest && known.version === expected;
    const done = isUnchanged
      ? await this.repeat([runId, now], known)
      : await this.analyse([runId, now], expected, onStage, options.signal);
    await onStage(5);
    const { version, edges, tierZero, dataQuality } = done;
    const isWhole = done.read === expected && done.before === expected;
    return {
      runId,
      version,
      wholeVersion: isWhole ? version : null,
      rules: rulesDigest,
      unchanged: isUnchanged,
      edges,
      tierZero,
      dataQuality,
    };
  }

  private repeat(run: RunKey, known: KnownAnalysis): Promise<AnalysedGraph> {
    return this.database.transaction(async (tx) => {
      const dataQuality = await repeatDataQuality(tx, run, known.runId);
      const [members] = await tx.query<{ count: number }>('SELECT count(*)::int AS count FROM tier_zero_member');
      const version = await currentVersion(tx);
      return { read: version, before: version, version, edges: [], tierZero: members?.count ?? 0, dataQuality };
    });
  }

  /** @param version that the graph has at least */
  private async analyse(
    run: RunKey,
    version: number,
    onStage: (stage: number) => Promise<void>,
    signal = new AbortController().signal,
  ): Promise<AnalysedGraph> {
    let stages = Promise.resolve();
    const report = (stage: number) => {
      stages = stages.then(() => onStage(stage));
      // Reported below, unless the analysis itself fails.
      stages.catch(() => {});
    };
    const { url } = this.database;
    const analysed = await this.database.transaction(async (tx) => {
      await tx.query(bulkSettings);
      await tx.query('SELECT pg_advisory_xact_lock($1)', [analysisLock]);
      const least = Math.max(version, await currentVersion(tx));
      return this.keeper.use(least, (graph) =>
        url !== undefined && canHaveThreads()
          ? analyseInThread({ url, task: { graph, run } }, report, signal)
          : analyseGraph(this.database, { graph, run }, report),
      );
    });
    await stages;
    return analysed;
  }
}
