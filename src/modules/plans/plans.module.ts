import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { QueueModule } from '../../queue/queue.module.js';
import { GraphsModule } from '../graphs/graphs.module.js';
import { CheckPlansTask } from './check-plans.task.js';
import { PlanMakingService } from './plan-making.service.js';
import { PlanEntity, PlanStepEntity } from './plan.entity.js';
import { PlanStepsRepository } from './plan-steps.repository.js';
import { PlansController } from './plans.controller.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([PlanEntity, PlanStepEntity]), QueueModule, GraphsModule],
  controllers: [PlansController],
  providers: [CheckPlansTask, PlanMakingService, PlansService, PlansRepository, PlanStepsRepository],
  exports: [PlansService],
})
export class PlansModule {}
