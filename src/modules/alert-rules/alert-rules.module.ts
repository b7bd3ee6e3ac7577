import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FindingTypeLookup } from '../../analysis/findings/finding-type-lookup.js';
import { IngestModule } from '../../ingest/ingest.module.js';
import { QueueModule } from '../../queue/queue.module.js';
import { AlertChannelsModule } from '../alert-channels/alert-channels.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { GraphsModule } from '../graphs/graphs.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { AlertDigestsRepository } from './alert-digests.repository.js';
import { AlertDigestsService } from './alert-digests.service.js';
import { AlertEvaluationTask } from './alert-evaluation.task.js';
import { AlertRuleEntity } from './alert-rule.entity.js';
import { AlertRulesController } from './alert-rules.controller.js';
import { AlertRulesRepository } from './alert-rules.repository.js';
import { AlertRulesService } from './alert-rules.service.js';
import { AuditOccasionsService } from './audit-occasions.service.js';
import { RuleAlertsService } from './rule-alerts.service.js';
import { RuleStateRepository } from './rule-state.repository.js';
import { RunOccasionsService } from './run-occasions.service.js';
import { SilenceAlertsService } from './silence-alerts.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([AlertRuleEntity]),
    QueueModule,
    EnvironmentsModule,
    IngestModule,
    GraphsModule,
    PlansModule,
    AlertChannelsModule,
  ],
  controllers: [AlertRulesController],
  providers: [
    AlertEvaluationTask,
    AlertDigestsService,
    AlertDigestsRepository,
    AuditOccasionsService,
    AlertRulesService,
    AlertRulesRepository,
    FindingTypeLookup,
    RuleAlertsService,
    RuleStateRepository,
    RunOccasionsService,
    SilenceAlertsService,
  ],
  exports: [RuleAlertsService, SilenceAlertsService],
})
export class AlertRulesModule {}
