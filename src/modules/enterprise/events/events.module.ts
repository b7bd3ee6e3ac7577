import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ScopeModule } from '../scope/scope.module.js';
import { EventEntity } from './event.entity.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';
import { Recurrences } from './recurrences.js';

@Module({
  imports: [TypeOrmModule.forFeature([EventEntity]), ScopeModule],
  controllers: [EventsController],
  providers: [EventsService, EventsRepository, Recurrences],
  exports: [EventsService],
})
export class EventsModule {}
