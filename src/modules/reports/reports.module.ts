import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { FindingTypeLookup } from '../../analysis/findings/finding-type-lookup.js';
import { RecurrenceModule } from '../../base/recurrence/recurrence.module.js';
import { QueueModule } from '../../queue/queue.module.js';
import { AlertChannelsModule } from '../alert-channels/alert-channels.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { GraphsModule } from '../graphs/graphs.module.js';
import { OverviewModule } from '../overview/overview.module.js';
import { ReportCollectorService } from './report-collector.service.js';
import { ReportDocumentsController } from './report-documents.controller.js';
import { ReportDocumentsRepository } from './report-documents.repository.js';
import { ReportEntity } from './report.entity.js';
import { ReportOverviewService } from './report-overview.service.js';
import { ReportQualityService } from './report-quality.service.js';
import { ReportQuestionsService } from './report-questions.service.js';
import { ReportSourcesRepository } from './report-sources.repository.js';
import { ReportTask } from './report.task.js';
import { ReportTimes } from './report-times.js';
import { ReportsController } from './reports.controller.js';
import { ReportsRepository } from './reports.repository.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ReportEntity]),
    QueueModule,
    AnalysisModule,
    EnvironmentsModule,
    GraphsModule,
    OverviewModule,
    AlertChannelsModule,
    RecurrenceModule,
  ],
  controllers: [ReportsController, ReportDocumentsController],
  providers: [
    FindingTypeLookup,
    ReportCollectorService,
    ReportDocumentsRepository,
    ReportOverviewService,
    ReportQualityService,
    ReportQuestionsService,
    ReportSourcesRepository,
    ReportTask,
    ReportTimes,
    ReportsRepository,
    ReportsService,
  ],
})
export class ReportsModule {}
