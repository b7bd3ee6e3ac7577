import { Module } from '@nestjs/common';
import { GraphModule } from '../../graph/graph.module.js';
import { ConditionsService } from './conditions.service.js';
import { EnvironmentsRepository } from './environments.repository.js';
import { EnvironmentsService } from './environments.service.js';

/** The parts that domains and cloud tenants share, and that lists of nodes share. */
@Module({
  imports: [GraphModule],
  providers: [EnvironmentsService, EnvironmentsRepository, ConditionsService],
  exports: [EnvironmentsService, ConditionsService],
})
export class EnvironmentsModule {}
