import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { JobsOfClientsRepository } from './jobs-of-clients.repository.js';
import { JobsOfClientsService } from './jobs-of-clients.service.js';
import { JobsController } from './jobs.controller.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

@Module({
  imports: [ClientsModule],
  controllers: [JobsController],
  providers: [JobsService, JobsRepository, JobsOfClientsService, JobsOfClientsRepository],
  exports: [JobsService],
})
export class JobsModule {}
