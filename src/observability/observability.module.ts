import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { GraphModule } from '../graph/graph.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { WriteProbe } from './health/write-probe.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { WorkMetrics } from './metrics/work-metrics.js';
import { ReferenceDocument } from './reference/reference-document.js';
import { ReferenceController } from './reference/reference.controller.js';

@Module({
  imports: [DiscoveryModule, GraphModule, QueueModule, IngestModule, AnalysisModule],
  controllers: [HealthController, MetricsController, ReferenceController],
  providers: [Metrics, WorkMetrics, Readiness, WriteProbe, ReferenceDocument],
  exports: [Metrics, ReferenceDocument],
})
export class ObservabilityModule {}
