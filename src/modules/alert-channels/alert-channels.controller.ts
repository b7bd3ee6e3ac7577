import { Delete, Get, Patch, Post } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { RepeatableWithSecret } from '../../auth/repeats/repeatable.decorator.js';
import { JsonBody } from '../../http/body/json-body.decorator.js';
import { PathInt, PathUuid } from '../../http/input/path.decorators.js';
import type { JsonText } from '../../http/json-text.js';
import { ListQuery } from '../../http/list/list-query.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, noBody, Operation, pageOf } from '../../http/openapi/operation.decorator.js';
import { CreateAlertChannelRequest, UpdateAlertChannelRequest } from './alert-channels.dto.js';
import {
  alertChannelList,
  type AlertChannelListRequest,
  alertChannelShape,
  alertDeliveryList,
  type AlertDeliveryListRequest,
  alertDeliveryShape,
  type ChannelSecretDto,
  channelSecretShape,
} from './alert-channels.fields.js';
import { AlertChannelsService } from './alert-channels.service.js';

const PathChannel = () => PathUuid('alert_channel_id', 'Id of the channel.');

@ApiController('alert-channels', {
  name: 'alert channels',
  description: 'Webhooks, addresses of mail and syslog servers that receive alerts, and the deliveries to them.',
})
export class AlertChannelsController {
  constructor(private readonly channels: AlertChannelsService) {}

  @Get()
  @Allow('alerts:read')
  @Operation({ summary: 'List alert channels', answer: pageOf(alertChannelShape.dto) })
  list(@ListQuery(alertChannelList) request: AlertChannelListRequest): Promise<JsonText> {
    return this.channels.list(request);
  }

  @Post()
  @Allow('alerts:manage')
  @RepeatableWithSecret()
  @Operation({
    summary: 'Create an alert channel',
    description: 'The answer has the secret of the signatures of a webhook, which no other answer has.',
    status: 201,
    answer: dataOf(channelSecretShape.dto),
    errors: [409],
  })
  async create(
    @JsonBody(CreateAlertChannelRequest) body: CreateAlertChannelRequest,
  ): Promise<{ data: ChannelSecretDto }> {
    return { data: await this.channels.create(body) };
  }

  @Get(':alert_channel_id')
  @Allow('alerts:read')
  @Operation({ summary: 'Get an alert channel', answer: dataOf(alertChannelShape.dto) })
  get(@PathChannel() id: string): Promise<JsonText> {
    return this.channels.get(id);
  }

  @Patch(':alert_channel_id')
  @Allow('alerts:manage')
  @Operation({
    summary: 'Change an alert channel',
    description: 'Absent properties stay unchanged.',
    answer: dataOf(alertChannelShape.dto),
    errors: [409],
  })
  update(
    @PathChannel() id: string,
    @JsonBody(UpdateAlertChannelRequest) body: UpdateAlertChannelRequest,
  ): Promise<JsonText> {
    return this.channels.update(id, body);
  }

  @Delete(':alert_channel_id')
  @Allow('alerts:manage')
  @Operation({
    summary: 'Delete an alert channel',
    description: 'With its deliveries. Rules lose it.',
    status: 204,
    answer: noBody,
  })
  delete(@PathChannel() id: string): Promise<void> {
    return this.channels.delete(id);
  }

  @Post(':alert_channel_id/rotate-secret')
  @Allow('alerts:manage')
  @Operation({
    summary: 'Replace the secret of an alert channel',
    description: 'Of a webhook. For 24 hours each request has two signatures, by the new secret and by the former one.',
    status: 200,
    answer: dataOf(channelSecretShape.dto),
    errors: [409],
  })
  async rotateSecret(@PathChannel() id: string): Promise<{ data: ChannelSecretDto }> {
    return { data: await this.channels.rotateSecret(id) };
  }

  @Post(':alert_channel_id/test')
  @Allow('alerts:manage')
  @Operation({
    summary: 'Test an alert channel',
    description: 'Sends a message that says that it is a test. The list of deliveries has the result.',
    status: 202,
    answer: dataOf(alertDeliveryShape.dto),
  })
  test(@PathChannel() id: string): Promise<JsonText> {
    return this.channels.test(id);
  }

  @Get(':alert_channel_id/deliveries')
  @Allow('alerts:manage')
  @Operation({ summary: 'List the deliveries of an alert channel', answer: pageOf(alertDeliveryShape.dto) })
  listDeliveries(
    @PathChannel() id: string,
    @ListQuery(alertDeliveryList) request: AlertDeliveryListRequest,
  ): Promise<JsonText> {
    return this.channels.listDeliveries(id, request);
  }

  @Post(':alert_channel_id/deliveries/:delivery_id/retry')
  @Allow('alerts:manage')
  @Operation({
    summary: 'Retry a delivery',
    description: 'Begins its attempts again, now.',
    status: 202,
    answer: dataOf(alertDeliveryShape.dto),
  })
  retry(
    @PathChannel() id: string,
    @PathInt('delivery_id', 'Id of the delivery.') deliveryId: number,
  ): Promise<JsonText> {
    return this.channels.retry(id, deliveryId);
  }
}
