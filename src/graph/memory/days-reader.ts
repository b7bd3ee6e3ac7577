import type { Database } from '../../database/database.js';
import { lastWrite } from '../store/graph-version.js';
import type { GraphData } from './graph-data.js';
import type { GraphThread } from './graph-thread.js';

/** Adds days to graphs in a thread of its own, so that changes are followed meanwhile. */
export class DaysReader {
  private last: { readonly of: GraphData; readonly written: string; readonly graph: Promise<GraphData> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly thread: GraphThread,
  ) {}

  /** The graph with the days that were committed before the call. They are read again only if something was written since. */
  async of(graph: GraphData): Promise<GraphData> {
    const written = await lastWrite(this.database);
    if (graph.days?.written === written) return graph;
    if (this.last?.of !== graph || this.last.written !== written)
      this.last = { of: graph, written, graph: this.read(graph) };
    return this.last.graph;
  }

  end(): Promise<void> {
    return this.thread.end();
  }

  private async read(graph: GraphData): Promise<GraphData> {
    try {
      const dated = await this.thread.run({ name: 'days', since: graph });
      if (!dated) throw new Error('the thread returned no days');
      return dated;
    } finally {
      this.last = undefined;
    }
  }
}
