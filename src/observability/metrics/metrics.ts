import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Database } from '../../database/database.js';
import { SnapshotGraphReader } from '../../graph/snapshot/snapshot-graph-reader.js';
import { IngestFigures } from '../../ingest/worker/ingest-figures.js';
import { TaskRunner } from '../../queue/runner/task-runner.js';
import { routeOf } from '../route-of.js';
import { watchWork } from './work-metrics.js';

/** What the service tells Prometheus: the process, the requests by route and status, the database connections, the graph in memory, the work in hand. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly known = new Map<string, { observe(seconds: number): void }>();
  private readonly requests: Histogram<'method' | 'route' | 'status'>;

  constructor(database: Database, graph: SnapshotGraphReader, runner: TaskRunner, figures: IngestFigures) {
    collectDefaultMetrics({ register: this.registry, prefix: 'graphward_' });
    this.requests = new Histogram({
      name: 'graphward_http_request_seconds',
      help: 'Seconds from the arrival of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [this.registry],
    });
    this.watchConnections(database);
    this.watchAnswers(graph);
    watchWork(this.registry, { database, runner, figures });
  }

  observe(request: Request, response: Response): void {
    const seconds = (performance.now() - request.state.startedAt) / 1000;
    this.series(request.method, routeOf(request), response.statusCode).observe(seconds);
  }

  /** Kept, since to find a series by its labels costs more than to observe. Routes, methods and statuses are few. */
  private series(method: string, route: string, status: number): { observe(seconds: number): void } {
    const key = `${method} ${route} ${status}`;
    let series = this.known.get(key);
    if (!series) {
      series = this.requests.labels({ method, route, status });
      this.known.set(key, series);
    }
    return series;
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  private watchConnections(database: Database): void {
    const gauge = new Gauge({
      name: 'graphward_database_connections',
      help: 'Connections to PostgreSQL by state; waiting counts the requests for one.',
      labelNames: ['state'],
      registers: [this.registry],
      collect: () => {
        for (const [state, count] of Object.entries(database.connections())) gauge.set({ state }, count);
      },
    });
  }

  private watchAnswers(graph: SnapshotGraphReader): void {
    const counter = new Counter({
      name: 'graphward_admin_rights_answers_total',
      help: 'Lists of admin rights by where they were answered from: the snapshot in memory or the tables.',
      labelNames: ['from'],
      registers: [this.registry],
      collect: () => {
        counter.reset();
        for (const [from, count] of Object.entries(graph.answers)) counter.inc({ from }, count);
      },
    });
  }
}
