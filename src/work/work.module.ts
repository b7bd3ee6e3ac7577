import { Module, type Type } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { GraphModule } from '../graph/graph.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { UploadsModule } from '../ingest/uploads/uploads.module.js';
import { SpoolModule } from '../ingest/spool/spool.module.js';
import { IngestWorkerModule } from '../ingest/worker/ingest-worker.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { RetentionSweeper } from './retention/retention-sweeper.js';
import { RetentionModule } from './retention/retention.module.js';
import { AnalysedWork } from './analysed-work.js';
import { AnalysisTask } from './analysis.task.js';
import { IngestFileTask } from './ingest-file.task.js';
import { IngestWork } from './ingest-work.js';
import { UploadFinisher } from './upload-finisher.js';
import { UploadExpiry } from './upload-expiry.js';
import { BackgroundWork } from './work.js';
import { ScheduleSweeper } from './schedule-sweeper.js';
import { ScheduleTask } from './schedule.task.js';
import { SpoolSweeper } from './spool-sweeper.js';
import { SweepTask } from './sweep.task.js';
import { type Sweeper, SWEEPERS } from './sweeper.js';

/** In the order in which they run. */
const sweepers: Type<Sweeper>[] = [ScheduleSweeper, UploadExpiry, SpoolSweeper, RetentionSweeper];

/** What happens by itself. {@link BackgroundWork.start} begins it; a process that only adds tasks does not call it. */
@Module({
  imports: [
    QueueModule,
    GraphModule,
    IngestModule,
    UploadsModule,
    IngestWorkerModule,
    SpoolModule,
    AnalysisModule,
    RetentionModule,
  ],
  providers: [
    BackgroundWork,
    IngestFileTask,
    AnalysisTask,
    SweepTask,
    ScheduleTask,
    UploadFinisher,
    { provide: AnalysedWork, useClass: IngestWork },
    ScheduleSweeper,
    UploadExpiry,
    SpoolSweeper,
    { provide: SWEEPERS, inject: sweepers, useFactory: (...list: Sweeper[]) => list },
  ],
  exports: [BackgroundWork],
})
export class WorkModule {}
