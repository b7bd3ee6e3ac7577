import { Module } from '@nestjs/common';
import { DomainsController, TenantsController } from './environments.controller.js';
import { EnvironmentsRepository } from './environments.repository.js';
import { EnvironmentsService } from './environments.service.js';

@Module({
  controllers: [DomainsController, TenantsController],
  providers: [EnvironmentsService, EnvironmentsRepository],
  exports: [EnvironmentsService],
})
export class EnvironmentsModule {}
