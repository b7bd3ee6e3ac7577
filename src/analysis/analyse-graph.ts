import type { Database } from '../database/database.js';
import { readGraph } from '../graph/memory/read-graph.js';
import { bulkSettings } from './bulk-settings.js';
import { type DataQualityRows, type RunKey, writeDataQuality } from './data-quality/data-quality-rows.js';
import { deriveAll } from './derive.js';
import { readStoredFacts } from './read-stored-facts.js';
import { readDerivedEdges, writeDerivation, type WrittenDerivation } from './stored-derivation.js';

/** Any number that no other advisory lock of the product uses. */
const analysisLock = 7_268_002;

/** What an analysis did. */
export interface AnalysedGraph extends WrittenDerivation {
  /** Version of the graph that was analysed. */
  readonly read: number;
  /** Number of members of tier zero. */
  readonly tierZero: number;
  readonly dataQuality: DataQualityRows;
}

/**
 * Derives what follows from the graph and stores the differences in one transaction. One process at a time does so; others wait for it.
 * Readers never wait, and loads only while the differences are written.
 */
export function analyseGraph(
  database: Database,
  run: RunKey,
  onStage: (stage: number) => void,
): Promise<AnalysedGraph> {
  return database.transaction(async (tx) => {
    await tx.query(bulkSettings);
    await tx.query('SELECT pg_advisory_xact_lock($1)', [analysisLock]);
    const graph = await readGraph(database);
    const was = await readDerivedEdges(tx);
    const derivation = deriveAll(graph, await readStoredFacts(tx, graph.size), was, onStage);
    const written = await writeDerivation(tx, derivation, was, graph.version);
    const dataQuality = await writeDataQuality(tx, run, derivation.dataQuality);
    return { ...written, read: graph.version, tierZero: derivation.tierZero.size, dataQuality };
  });
}
