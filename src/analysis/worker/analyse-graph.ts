import { Visibility } from '../../base/scope/visibility.js';
import type { Database } from '../../database/database.js';
import type { Graph } from '../../graph/memory/graph.js';
import type { GraphData } from '../../graph/memory/graph-data.js';
import { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { readEnvironmentNodes, type StoredExtension } from '../../graph/extensions/read-extensions.js';
import { logNewRules } from '../../graph/store/change-log.js';
import { bulkSettings } from '../../graph/store/graph-transaction.js';
import type { KnownKind } from '../../graph/store/kind-names.js';
import type { AnalysisStage } from '../derivation/analysis-stage.js';
import { countExtensions, writeExtensionCounts } from '../data-quality/count-extensions.js';
import { type DataQualityRows, type RunKey, writeDataQuality } from '../data-quality/data-quality-rows.js';
import { deriveAll } from '../derivation/derive.js';
import { areRulesNew } from '../runs/rules-version.js';
import { findFindings } from '../findings/find-findings.js';
import { findingRules } from '../findings/relationship-findings.js';
import { readWeakNodes } from '../findings/read-weak-nodes.js';
import { writeFindings } from '../findings/stored-findings.js';
import { readStoredFacts } from '../derivation/read-stored-facts.js';
import type { SkippedCount } from '../facts/skipped-objects.js';
import { writeFigures } from '../sights/write-figures.js';
import { writeDerivation, type WrittenDerivation } from '../derivation/stored-derivation.js';
import type { RuleSettings } from '../facts/rule-settings.js';
import type { FailedSelector } from '../tier-zero/selector-queries.js';
import { readStarts, type StoredSelector } from '../tier-zero/selectors.js';

/** Plain data, so that a thread may receive it. */
export interface AnalysisTask {
  readonly graph: GraphData;
  readonly selectors: readonly StoredSelector[];
  /** All kinds; queries of selectors name them. */
  readonly kinds: readonly KnownKind[];
  readonly extensions: readonly StoredExtension[];
  readonly run: RunKey;
  readonly settings: RuleSettings;
  /** What limited accounts see. */
  readonly sights: readonly Pick<Visibility, 'environments' | 'none'>[];
}

/** The result of an analysis. */
export interface AnalysedGraph extends WrittenDerivation {
  /** Version of the graph that was analysed. */
  readonly readVersion: number;
  readonly skipped: readonly SkippedCount[];
  /** Number of members of tier zero. */
  readonly tierZero: number;
  /** As in `AnalysisReport`. */
  readonly failedSelectors?: readonly FailedSelector[];
  /** As in `AnalysisReport`. */
  readonly rulesChanged?: boolean;
  readonly dataQuality: DataQualityRows;
  /** As in `AnalysisReport`. */
  readonly notes?: readonly string[];
}

/** Derives edges, tier zero and data quality from the graph, and stores the differences in one transaction. */
export function analyseGraph(
  database: Database,
  { graph: data, selectors, kinds, extensions, run, settings, sights: given }: AnalysisTask,
  onStage: (stage: AnalysisStage) => void,
): Promise<AnalysedGraph> {
  return database.transaction(async (tx) => {
    await tx.query(bulkSettings);
    const graph = new MemoryGraph(data);
    const sights = given.map(({ environments, none }) => new Visibility(environments, none));
    const stored = await readStoredFacts(tx, graph, settings);
    const starts = await readStarts(tx, graph, kinds, stored, selectors);
    // PostgreSQL reads them while the rules run. If a rule fails, nobody waits for them.
    const weakNodes = readWeakNodes(tx, graph);
    weakNodes.catch(() => {});
    const derivation = deriveAll(graph, stored, starts, onStage);
    // Before the write lock of the graph, so that loads do not wait for it.
    const traversable = kinds.flatMap(({ id, isTraversable }) => (isTraversable ? [id] : []));
    const environments = await readEnvironmentNodes(tx);
    const numbers = new Map(kinds.map(({ id, name }) => [name, id]));
    const rules = findingRules(graph, extensions, environments, numbers);
    const found = findFindings(graph, traversable, derivation.edges, derivation.tierZero, await weakNodes, rules);
    const rulesChanged = await areRulesNew(tx);
    await writeFindings(tx, run, found, graph, rulesChanged);
    const written = await writeDerivation(tx, derivation, graph);
    if (rulesChanged) await logNewRules(tx);
    const dataQuality = await writeDataQuality(tx, run, derivation.dataQuality);
    const extensionsOf = (part: Graph) => countExtensions(part, extensions, environments, numbers);
    await writeExtensionCounts(tx, run, extensionsOf(graph));
    const { dataQualityOf } = derivation;
    await writeFigures(tx, run, sights, { data, ...found, rulesChanged, dataQualityOf, extensionsOf });
    const { skipped, tierZero, notes } = derivation;
    const { failed } = starts;
    return {
      ...written,
      readVersion: graph.version,
      skipped,
      tierZero: tierZero.size,
      dataQuality,
      ...(failed.length > 0 && { failedSelectors: failed }),
      ...(notes.length > 0 && { notes }),
      ...(rulesChanged && { rulesChanged }),
    };
  });
}
