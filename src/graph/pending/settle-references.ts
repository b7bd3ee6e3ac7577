import type { Database } from '../../database/database.js';
import type { GraphLoader } from '../loader/graph-loader.js';
import { adoptPlaceholders } from './adopt-placeholders.js';
import { retryPending } from './retry-pending.js';

/**
 * Ties what was stated before the node that it looks up had come (docs/adr/0020-open-edges.md), so that the order in which
 * payloads come makes no difference. Changes nothing where there is nothing to tie.
 */
export async function settleReferences(database: Database, loader: GraphLoader): Promise<void> {
  await retryPending(database, loader);
  await adoptPlaceholders(database);
}
