import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { Settings } from '../../base/config/settings.js';
import { GraphModule } from '../../graph/graph.module.js';
import { OLD_RECORDS, oldRecords } from './old-records.js';
import { OldRecordsRepository } from './old-records.repository.js';
import { RetentionSweeper } from './retention-sweeper.js';
import { RetentionTurnRepository } from './retention-turn.repository.js';

/** What is removed with age, when, and by which setting. Needs a database, the settings and a clock. */
@Module({
  imports: [GraphModule, AnalysisModule],
  providers: [
    RetentionSweeper,
    RetentionTurnRepository,
    OldRecordsRepository,
    { provide: OLD_RECORDS, inject: [Settings, OldRecordsRepository], useFactory: oldRecords },
  ],
  exports: [RetentionSweeper],
})
export class RetentionModule {}
