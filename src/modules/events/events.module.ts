import { Module } from '@nestjs/common';
import { CollectionModule } from '../../collection/collection.module.js';
import { EventsController } from './events.controller.js';
import { EventsRepository } from './events.repository.js';
import { EventsService } from './events.service.js';
import { Recurrences } from './recurrences.js';

@Module({
  imports: [CollectionModule],
  controllers: [EventsController],
  providers: [EventsService, EventsRepository, Recurrences],
  exports: [EventsService],
})
export class EventsModule {}
