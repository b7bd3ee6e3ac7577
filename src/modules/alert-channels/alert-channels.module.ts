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
import { AlertSenderService } from './alert-sender.service.js';
import { ChannelSeal } from './channel-secrets.js';
import { MailSender, TrustedMailServers } from './mail-sender.js';
import { SyslogSender } from './syslog-sender.js';
import { WebhookSender } from './webhook-sender.js';

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
    AlertSenderService,
    ChannelSeal,
    WebhookSender,
    MailSender,
    TrustedMailServers,
    SyslogSender,
  ],
  exports: [AlertChannelsService, AlertOutboxService],
})
export class AlertChannelsModule {}
