import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ScopeModule } from '../scope/scope.module.js';
import { EventEntity } from './event.entity.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';
import { RecurrenceModule } from '../../../base/recurrence/recurrence.module.js';

@Module({
  imports: [TypeOrmModule.forFeature([EventEntity]), ScopeModule, RecurrenceModule],
  controllers: [EventsController],
  providers: [EventsService, EventsRepository],
  exports: [EventsService],
})
export class EventsModule {}
