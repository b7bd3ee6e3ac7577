import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from '../../base/config/settings.js';
import { OutwardDoor } from '../../base/outwards/outward-door.js';
import { QueueModule } from '../../queue/queue.module.js';
import { AlertChannelEntity } from './alert-channel.entity.js';
import { AlertChannelsController } from './alert-channels.controller.js';
import { AlertChannelsRepository } from './alert-channels.repository.js';
import { AlertChannelsService } from './alert-channels.service.js';
import { AlertDeliveriesRepository } from './alert-deliveries.repository.js';
import { AlertDeliveryTask } from './alert-delivery.task.js';
import { AlertOutboxService } from './alert-outbox.service.js';
import { ChannelSeal } from './channel-secrets.js';

const door = {
  provide: OutwardDoor,
  inject: [Settings],
  useFactory: (settings: Settings) => new OutwardDoor(settings),
};

@Module({
  imports: [TypeOrmModule.forFeature([AlertChannelEntity]), QueueModule],
  controllers: [AlertChannelsController],
  providers: [
    door,
    AlertChannelsService,
    AlertChannelsRepository,
    AlertDeliveriesRepository,
    AlertDeliveryTask,
    AlertOutboxService,
    ChannelSeal,
  ],
  exports: [AlertChannelsService, AlertOutboxService],
})
export class AlertChannelsModule {}
