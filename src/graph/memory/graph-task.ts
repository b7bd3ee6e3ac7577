import type { Database } from '../../database/database.js';
import type { GraphData } from './graph-data.js';
import { readGraphData } from './read-graph.js';
import { withDays } from './read-days.js';
import { readOverlay } from './read-overlay.js';

/** A task of the thread that reads the graph. */
export type GraphTask =
  | { readonly name: 'whole'; readonly maxBytes: number }
  /** Brings a graph to the committed version, or adds the days of its nodes and edges. */
  | { readonly name: 'changes' | 'days'; readonly since: GraphData };

/** @returns null if changes are to be read and only the whole graph has them */
export async function runGraphTask(database: Database, task: GraphTask): Promise<GraphData | null> {
  if (task.name === 'whole') return readGraphData(database, task.maxBytes);
  return task.name === 'days' ? withDays(database, task.since) : readOverlay(database, task.since);
}
