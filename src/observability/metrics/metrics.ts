import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { productVersion } from '../../base/config/product-version.js';
import { Settings } from '../../base/config/settings.js';
import { Database } from '../../database/database.js';
import { databaseId } from '../../database/sql/database-id.js';
import { Replicas } from '../../database/replicas/replicas.js';
import { GraphKeeper, type GraphStatus } from '../../graph/memory/graph-keeper.js';
import { Readiness } from '../health/readiness.js';
import { routeOf } from '../logging/request-log.js';
import { registerReplicas } from './replica-metrics.js';
import { WorkMetrics } from './work-metrics.js';

/** The Prometheus metrics of the process: Node.js, HTTP requests, database connections, the graph in memory, background work. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly series = new Map<string, { observe(seconds: number): void }>();
  private readonly requests: Histogram<'method' | 'route' | 'status'>;

  constructor(
    settings: Settings,
    database: Database,
    replicas: Replicas,
    graph: GraphKeeper,
    readiness: Readiness,
    work: WorkMetrics,
  ) {
    collectDefaultMetrics({ register: this.registry, prefix: 'graphward_' });
    this.requests = new Histogram({
      name: 'graphward_http_request_seconds',
      help: 'Seconds from the arrival of a request to the end of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [this.registry],
    });
    this.registerBuild(settings);
    this.registerDatabase(database);
    this.registerReadiness(readiness);
    this.registerConnections(database);
    if (replicas.exist) registerReplicas(this.registry, replicas);
    this.registerGraph(graph);
    work.register(this.registry);
  }

  observe(request: Request, response: Response): void {
    const seconds = (performance.now() - request.state.startedAt) / 1000;
    this.seriesOf(request.method, routeOf(request), response.statusCode).observe(seconds);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** @returns all metrics in the text format of Prometheus */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** Caches the series, because finding one by its labels costs more than an observation. Methods, routes and statuses are few. */
  private seriesOf(method: string, route: string, status: number): { observe(seconds: number): void } {
    const key = `${method} ${route} ${status}`;
    let series = this.series.get(key);
    if (!series) {
      series = this.requests.labels({ method, route, status });
      this.series.set(key, series);
    }
    return series;
  }

  private registerBuild({ edition, role }: Settings): void {
    const gauge = new Gauge({
      name: 'graphward_build_info',
      help: 'Always 1; the labels describe the process.',
      labelNames: ['version', 'edition', 'role'],
      registers: [this.registry],
    });
    gauge.set({ version: productVersion(), edition, role }, 1);
  }

  private registerDatabase(database: Database): void {
    let id: string | undefined;
    const gauge = new Gauge({
      name: 'graphward_database_info',
      help: 'Always 1; the label identifies the database. Instances of one deployment have the same.',
      labelNames: ['database'],
      registers: [this.registry],
      collect: async () => {
        // It never changes, and metrics are needed most while the database is away.
        id ??= await databaseId(database).catch(() => undefined);
        if (id !== undefined) gauge.set({ database: id }, 1);
      },
    });
  }

  private registerReadiness(readiness: Readiness): void {
    const gauge: Gauge = new Gauge({
      name: 'graphward_ready',
      help: 'Whether /health/ready reports that the process can work: 1 or 0.',
      registers: [this.registry],
      collect: async () => gauge.set((await readiness.report()).status === 'up' ? 1 : 0),
    });
  }

  private registerConnections(database: Database): void {
    const gauge = new Gauge({
      name: 'graphward_database_connections',
      help: 'Connections to PostgreSQL by state. The state waiting counts requests that wait for a connection.',
      labelNames: ['state'],
      registers: [this.registry],
      collect: () => {
        for (const [state, count] of Object.entries(database.connections())) gauge.set({ state }, count);
      },
    });
  }

  private registerGraph(graph: GraphKeeper): void {
    for (const { name, help, of } of graphGauges) {
      const gauge: Gauge = new Gauge({
        name: `graphward_graph_${name}`,
        help,
        registers: [this.registry],
        collect: () => gauge.set(of(graph.status)),
      });
    }
  }
}

interface GraphGauge {
  readonly name: string;
  readonly help: string;
  readonly of: (status: GraphStatus) => number;
}

const graphGauges: readonly GraphGauge[] = [
  { name: 'version', help: 'Version of the graph in memory; 0: none.', of: ({ graph }) => graph?.version ?? 0 },
  { name: 'nodes', help: 'Nodes of the graph in memory.', of: ({ graph }) => graph?.nodeCount ?? 0 },
  {
    name: 'edges',
    help: 'Edges of the graph in memory when it was last read as a whole.',
    of: ({ graph }) => graph?.base.out.peer.length ?? 0,
  },
  {
    name: 'behind',
    help: 'Whether the graph in memory can not follow the stored one: 1 or 0. /health/ready has the reason.',
    of: ({ isKeptLoaded, failure }) => (isKeptLoaded && failure !== undefined ? 1 : 0),
  },
  { name: 'bytes', help: 'Bytes of the graph in memory.', of: ({ bytes }) => bytes },
  {
    name: 'read_seconds',
    help: 'Seconds that it took to read the whole graph last.',
    of: ({ seconds }) => seconds,
  },
];
