import type { Database } from '../../database/database.js';
import type { GraphData } from '../../graph/memory/graph-data.js';
import { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { bulkSettings } from '../../graph/store/graph-transaction.js';
import { currentVersion } from '../../graph/store/graph-version.js';
import type { AppliedFixes } from '../../graph/questions/plan/applied-plan.js';
import { exposedAfter, type ExposureSubject } from '../derivation/exposed-after.js';
import { readStoredFacts } from '../derivation/read-stored-facts.js';
import type { RuleSettings } from '../facts/rule-settings.js';

/** Plain data, so that a thread may receive it. */
export interface PlanDerivationTask {
  readonly graph: GraphData;
  readonly settings: RuleSettings;
  readonly subject: ExposureSubject;
  readonly applied: readonly AppliedFixes[];
}

/** @returns how many accounts reach the ends after fixes; null: the graph has another version by now */
export function derivePlan(
  database: Database,
  { graph: data, settings, subject, applied }: PlanDerivationTask,
): Promise<number[] | null> {
  return database.transaction(async (tx) => {
    await tx.query(bulkSettings);
    const graph = new MemoryGraph(data);
    const stored = await readStoredFacts(tx, graph, settings);
    if ((await currentVersion(tx)) !== graph.version) return null;
    return applied.map((fixes) => exposedAfter(graph, stored, subject, fixes).length);
  });
}
