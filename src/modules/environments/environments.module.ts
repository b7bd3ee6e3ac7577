import { Module } from '@nestjs/common';
import { GraphModule } from '../../graph/graph.module.js';
import { EnvironmentsRepository } from './environments.repository.js';
import { EnvironmentsService } from './environments.service.js';

/** The parts that domains, cloud tenants and environments of extensions share. */
@Module({
  imports: [GraphModule],
  providers: [EnvironmentsService, EnvironmentsRepository],
  exports: [EnvironmentsService],
})
export class EnvironmentsModule {}
