import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../base/clock.js';
import { Settings } from '../base/config/settings.js';
import { Database } from '../database/database.js';
import { readExtensions } from '../graph/extensions/read-extensions.js';
import { KindNames } from '../graph/store/kind-names.js';
import { GraphKeeper } from '../graph/memory/graph-keeper.js';
import type { SkippedCount } from './facts/skipped-objects.js';
import { retryReferences } from '../graph/writer/references/retry-references.js';
import { bulkSettings } from '../graph/store/graph-transaction.js';
import { currentVersion } from '../graph/store/graph-version.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import type { AnalysisReport, KnownAnalysis } from './runs/analysis-report.js';
import type { AnalysisStage } from './derivation/analysis-stage.js';
import type { AnalysedGraph } from './worker/analyse-graph.js';
import { repeatExtensionCounts } from './data-quality/count-extensions.js';
import { repeatDataQuality, type RunKey } from './data-quality/data-quality-rows.js';
import { repeatFindings } from './findings/stored-findings.js';
import { repairNodes } from './derivation/node-repairs.js';
import { ruleSettings } from './facts/rule-settings.js';
import { rulesVersion } from './runs/rules-version.js';
import { rulesDigest } from './rules-digest.js';
import { readSights } from '../auth/sight/sights.repository.js';
import { hasAllFigures, repeatFigures } from './sights/sights.js';
import { readSelectors, renameArrivedSeeds, type StoredSelector } from './tier-zero/selectors.js';
import { analyseInThread } from './worker/analysis-thread.js';

/** Any number that no other advisory lock of the product uses. */
const analysisLock = 7_268_002;

interface AnalysisOptions {
  /** A UUID; a new one by default. */
  readonly runId?: string;
  /** The time of the run in its statistics; now by default. */
  readonly now?: Date;
  /** If the graph is as this run left it, nothing is derived, and the counts of this run are copied. */
  readonly known?: KnownAnalysis | null;
  /** Called after each stage, in their order. */
  readonly onStage?: (stage: AnalysisStage) => Promise<void>;
  /** Ends the run. */
  readonly signal?: AbortSignal;
}

/** Sessions that name a user whom no node is, or several are. No rule derives them. */
const sessionsByName = 'HasSession';

function withSessions(skipped: readonly SkippedCount[], sessions: number): readonly SkippedCount[] {
  const ofRules = skipped.filter(({ kind }) => kind !== sessionsByName);
  return sessions > 0 ? [{ kind: sessionsByName, property: 'name', objects: sessions }, ...ofRules] : ofRules;
}

/** Derives what follows from the graph (docs/adr/0006-analysis.md). */
@Injectable()
export class AnalysisService {
  protected readonly analyseGraph: typeof analyseInThread = analyseInThread;

  constructor(
    private readonly database: Database,
    private readonly writer: GraphWriter,
    private readonly kindNames: KindNames,
    private readonly keeper: GraphKeeper,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** One run at a time derives, over all instances; others wait for it. Readers never wait. */
  async run(options: AnalysisOptions = {}): Promise<AnalysisReport> {
    const { runId = randomUUID(), now = this.clock.now(), known = null, onStage = async () => {} } = options;
    const sessions = await retryReferences(this.database, this.writer);
    // The version that this run alone leads to: another one means that somebody wrote meanwhile.
    const expected = (await currentVersion(this.database)) + (await repairNodes(this.database, this.writer));
    await onStage('nodes');
    await renameArrivedSeeds(this.database);
    const selectors = await readSelectors(this.database);
    const rules = rulesDigest(selectors, ruleSettings(this.settings));
    // What a query finds depends on the time and on what the last analysis derived.
    const isRepeatable = selectors.every(({ queries }) => queries.length === 0);
    const repeated = isRepeatable && (await this.holds(known, rules, expected)) ? known : null;
    const done = repeated
      ? await this.repeat([runId, now], repeated)
      : await this.analyse([runId, now], expected, selectors, onStage, options.signal);
    await onStage('data quality');
    const { readVersion, versionBefore, ...result } = done;
    const isWhole = readVersion === expected && versionBefore === expected;
    const skipped = withSessions(result.skipped, sessions);
    return {
      runId,
      ...result,
      skipped,
      repeatableVersion: isWhole ? result.version : null,
      rules,
      rulesVersion,
      unchanged: repeated !== null,
    };
  }

  /** Whether another run would find the same, for each set of environments to which accounts are limited by now. */
  private async holds(known: KnownAnalysis | null, rules: string, version: number): Promise<boolean> {
    if (known?.rules !== rules || known.version !== version) return false;
    return hasAllFigures(this.database, known.runId);
  }

  private repeat(run: RunKey, known: KnownAnalysis): Promise<AnalysedGraph> {
    return this.database.transaction(async (tx) => {
      const dataQuality = await repeatDataQuality(tx, run, known.runId);
      await repeatExtensionCounts(tx, run, known.runId);
      await repeatFindings(tx, run, known.runId);
      await repeatFigures(tx, run, known.runId);
      const version = await currentVersion(tx);
      const { skipped, tierZero, notes } = known;
      return {
        readVersion: version,
        versionBefore: version,
        version,
        edges: [],
        skipped,
        tierZero,
        dataQuality,
        ...(notes && { notes }),
      };
    });
  }

  /** @param version that the graph has at least */
  private async analyse(
    run: RunKey,
    version: number,
    selectors: readonly StoredSelector[],
    onStage: (stage: AnalysisStage) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<AnalysedGraph> {
    let stages = Promise.resolve();
    const report = (stage: AnalysisStage) => {
      stages = stages.then(() => onStage(stage));
      // Reported below, unless the analysis itself fails.
      stages.catch(() => {});
    };
    const analysed = await this.database.transaction(async (tx) => {
      await tx.query(bulkSettings);
      await tx.query('SELECT pg_advisory_xact_lock($1)', [analysisLock]);
      const least = Math.max(version, await currentVersion(tx));
      const { kinds } = await this.kindNames.list();
      const extensions = await readExtensions(tx);
      const sights = await readSights(tx);
      const task = { selectors, kinds, extensions, run, settings: ruleSettings(this.settings), sights };
      return this.keeper.withGraph(least, (graph) =>
        this.analyseGraph(this.database, { graph, ...task }, report, signal),
      );
    });
    await stages;
    return analysed;
  }
}
