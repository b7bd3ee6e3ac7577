import type { Database } from '../../database/database.js';
import type { GraphWriter } from '../writer/graph-writer.js';
import { adoptStandIns } from './adopt-stand-ins.js';
import { retryOpenEdges } from './retry-open-edges.js';

/**
 * Resolves what was stated before the node that it refers to had come (docs/adr/0020-open-edges.md), so that the order of payloads makes
 * no difference. Changes nothing if there is nothing to resolve.
 */
export async function settleReferences(database: Database, writer: GraphWriter): Promise<void> {
  await retryOpenEdges(database, writer);
  await adoptStandIns(database);
}
