import type { Database } from '../../database/database.js';
import { lastWrite } from '../store/graph-version.js';
import type { GraphData } from './graph-data.js';
import type { GraphThread } from './graph-thread.js';

/** Adds days to graphs in a thread of its own, so that changes are followed meanwhile. */
export class DaysReader {
  private readonly readings = new WeakMap<
    GraphData,
    { readonly written: string; readonly dated: Promise<GraphData> }
  >();

  constructor(
    private readonly database: Database,
    private readonly thread: GraphThread,
  ) {}

  /** The graph with the days that were committed before the call. They are read again only if something was written since. */
  async of(graph: GraphData): Promise<GraphData> {
    const written = await lastWrite(this.database);
    if (graph.days?.written === written) return graph;
    let reading = this.readings.get(graph);
    if (reading?.written !== written) {
      reading = { written, dated: this.read(graph) };
      this.readings.set(graph, reading);
    }
    return reading.dated;
  }

  end(): Promise<void> {
    return this.thread.end();
  }

  private async read(graph: GraphData): Promise<GraphData> {
    try {
      const dated = await this.thread.run({ name: 'days', since: graph });
      if (!dated) throw new Error('the thread returned no days');
      return dated;
    } catch (error) {
      this.readings.delete(graph);
      throw error;
    }
  }
}
