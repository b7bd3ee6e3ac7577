import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { GraphModule } from '../graph/graph.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { AnalysisTask } from './analysis/analysis.task.js';
import { IngestFileTask } from './uploads/ingest-file.task.js';
import { MissedAnalysis } from './analysis/missed-analysis.js';
import { MissedFigures } from './analysis/missed-figures.js';
import { GraphRetention, Retention } from './retention/retention.js';
import { RetentionTurnRepository } from './retention/retention-turn.repository.js';
import { UploadCleanup, UploadFinisher } from './uploads/finish-uploads.js';

/** Background work that concerns several folders. Processes run it after {@link TaskRunner.start}. */
@Module({
  imports: [QueueModule, GraphModule, IngestModule, AnalysisModule],
  providers: [
    AnalysisTask,
    GraphRetention,
    IngestFileTask,
    MissedAnalysis,
    MissedFigures,
    Retention,
    RetentionTurnRepository,
    UploadCleanup,
    UploadFinisher,
  ],
})
export class WorkModule {}
