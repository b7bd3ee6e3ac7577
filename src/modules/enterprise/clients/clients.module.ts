import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { QueueModule } from '../../../queue/queue.module.js';
import { AlertRulesModule } from '../../alert-rules/alert-rules.module.js';
import { EventsModule } from '../events/events.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { ScopeModule } from '../scope/scope.module.js';
import { ClientJobsService } from './client-jobs.service.js';
import { ClientEntity } from './client.entity.js';
import { ClientJobsController, ClientsController } from './clients.controller.js';
import { ClientsRepository } from './clients.repository.js';
import { ClientsService } from './clients.service.js';
import { JobSchedulerService } from './job-scheduler.service.js';
import { SilentClientsService } from './silent-clients.service.js';

/** Collection clients, and the creation of their jobs: on demand and by their events. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ClientEntity]),
    EventsModule,
    JobsModule,
    ScopeModule,
    QueueModule,
    AlertRulesModule,
  ],
  controllers: [ClientsController, ClientJobsController],
  providers: [ClientsService, ClientsRepository, ClientJobsService, JobSchedulerService, SilentClientsService],
  exports: [ClientsService],
})
export class ClientsModule {}
