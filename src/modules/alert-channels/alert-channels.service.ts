import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../auth/audit/audit-entry.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { Clock } from '../../base/clock.js';
import { ConflictError, fault, type Fault, InvalidInputError, NotFoundError } from '../../base/errors.js';
import { OutwardDoor } from '../../base/outwards/outward-door.js';
import type { JsonText } from '../../http/json-text.js';
import { ReportsCounts } from '../../queue/background-work.js';
import { AlertDeliveriesRepository } from './alert-deliveries.repository.js';
import {
  type AlertChannelListRequest,
  type AlertDeliveryListRequest,
  type ChannelSecretDto,
  channelStates,
} from './alert-channels.fields.js';
import type { CreateAlertChannelRequest, UpdateAlertChannelRequest } from './alert-channels.dto.js';
import { AlertChannelsRepository, type ChannelChanges, type ChannelRow } from './alert-channels.repository.js';
import { ChannelSeal } from './channel-secrets.js';
import { type ChannelType, memberFaults } from './channel-types.js';
import { newWebhookSecret } from './standard-webhooks.js';

/** For which a replaced secret still signs. */
const overlapMs = 24 * 3_600_000;

/** Receivers of alerts. */
@Injectable()
export class AlertChannelsService {
  constructor(
    private readonly channels: AlertChannelsRepository,
    private readonly deliveries: AlertDeliveriesRepository,
    private readonly seal: ChannelSeal,
    private readonly door: OutwardDoor,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  list(request: AlertChannelListRequest): Promise<JsonText> {
    return this.channels.listPage(request);
  }

  /** @throws NotFoundError */
  async get(id: string): Promise<JsonText> {
    const channel = await this.channels.find(id);
    if (!channel) throw noSuchChannel(id);
    return channel;
  }

  /** @throws InvalidInputError if the address is never called; ConflictError if the name is taken */
  async create(body: CreateAlertChannelRequest): Promise<ChannelSecretDto> {
    const { name, type = 'webhook', url = '', headers = {}, addresses = [] } = body;
    this.requireValid(type, body, true);
    const [id, isWebhook] = [randomUUID(), type === 'webhook'];
    const secret = isWebhook ? newWebhookSecret() : null;
    const format = isWebhook ? (body.format ?? 'cloudevents') : null;
    const sealed = this.seal.seal(id, { url, headers, secrets: secret === null ? [] : [secret] });
    const origin = url && originOf(url);
    const includeNames = body.include_names ?? type !== 'email';
    const row = { id, name, type, format, origin, addresses, includeNames, headers: Object.keys(headers), sealed };
    const details = { name, type, format, origin };
    await this.audit.audited({ action: 'alert_channel.create', resource: 'alert-channels', details }, (note) =>
      this.channels.insert(row, note),
    );
    return { id, secret };
  }

  /** @throws as {@link create}; NotFoundError */
  async update(id: string, body: UpdateAlertChannelRequest): Promise<JsonText> {
    const { type } = await this.requireRow(id);
    this.requireValid(type, body, false);
    const changed = Object.keys(body).filter((name) => Reflect.get(body, name) !== undefined);
    const resource = `alert-channels/${id}`;
    const entry = { action: 'alert_channel.update', resource, details: { changed } } as const;
    await this.change(entry, id, (row) => this.changesOf(row, body));
    return this.get(id);
  }

  /** The former secret signs for a day, too. @throws NotFoundError; ConflictError if it is no webhook */
  async rotateSecret(id: string): Promise<ChannelSecretDto> {
    const { type } = await this.requireRow(id);
    if (type !== 'webhook')
      throw ConflictError.at(
        'resource.protected',
        'path.alert_channel_id',
        `a channel of the type ${type} has no secret`,
      );
    const secret = newWebhookSecret();
    const entry = { action: 'alert_channel.rotate', resource: `alert-channels/${id}` } as const;
    await this.change(entry, id, (row) => {
      const secrets = this.seal.open(id, row.sealed);
      return {
        sealed: this.seal.seal(id, { ...secrets, secrets: [secret, ...secrets.secrets.slice(0, 1)] }),
        formerSecretUntil: new Date(this.clock.now().getTime() + overlapMs),
      };
    });
    return { id, secret };
  }

  /** @throws NotFoundError */
  async delete(id: string): Promise<void> {
    await this.audit.audited({ action: 'alert_channel.delete', resource: `alert-channels/${id}` }, async (note) => {
      if (!(await this.channels.delete(id, note))) throw noSuchChannel(id);
    });
  }

  /** @throws NotFoundError */
  async listDeliveries(id: string, request: AlertDeliveryListRequest): Promise<JsonText> {
    await this.get(id);
    return this.deliveries.listPage(id, request);
  }

  /** Sends a message that says that it is a test. @throws NotFoundError */
  async test(id: string): Promise<JsonText> {
    const channel = await this.requireRow(id);
    const contents = { sentence: `Test of the channel ${channel.name}.`, rule: null, numbers: {}, rows: [], more: 0 };
    const message = { occasion: 'test', occurredAt: this.clock.now(), contents };
    const [delivery] = await this.deliveries.post(`test:${randomUUID()}`, message, [id]);
    const posted = delivery === undefined ? null : await this.deliveries.find(delivery);
    if (!posted) throw noSuchChannel(id);
    return posted;
  }

  /** Begins the attempts of a delivery again. @throws NotFoundError */
  async retry(id: string, deliveryId: number): Promise<JsonText> {
    const entry = {
      action: 'alert_delivery.retry',
      resource: `alert-channels/${id}/deliveries/${deliveryId}`,
    } as const;
    await this.audit.audited(entry, async (note) => {
      if (!(await this.deliveries.retry(deliveryId, id, this.clock.now(), note))) throw noSuchDelivery(id, deliveryId);
    });
    const delivery = await this.deliveries.find(deliveryId);
    if (!delivery) throw noSuchDelivery(id, deliveryId);
    return delivery;
  }

  /**
   * @param context the property of the body with the ids
   * @param type that they have to have; undefined: any
   * @throws InvalidInputError if one of them is no channel
   */
  async requireChannels(ids: readonly string[], context = 'body.channels', type?: ChannelType): Promise<void> {
    const types = await this.channels.typesOf(ids);
    const faults = ids.flatMap((id, place) => {
      const at = `${context}.${place}`;
      if (!types.has(id)) return fault('reference.not_found', at, `there is no channel ${id}`);
      if (type === undefined || types.get(id) === type) return [];
      return fault('body.invalid_value', at, `the channel ${id} is not of the type ${type}`);
    });
    if (faults.length > 0) throw new InvalidInputError(faults);
  }

  @ReportsCounts({
    name: 'graphward_alert_channels',
    help: 'Channels of alerts by state. In the state failing no delivery has succeeded for a day.',
    label: 'state',
    keys: channelStates,
  })
  countByState(): Promise<Readonly<Record<string, number>>> {
    return this.channels.countByState();
  }

  private async requireRow(id: string): Promise<ChannelRow> {
    const channel = await this.channels.findRow(id);
    if (!channel) throw noSuchChannel(id);
    return channel;
  }

  private requireValid(type: ChannelType, body: UpdateAlertChannelRequest, isNew: boolean): void {
    const faults = [...memberFaults(type, body, isNew), ...this.urlFaults(type, body.url)];
    if (faults.length > 0) throw new InvalidInputError(faults);
  }

  private urlFaults(type: ChannelType, url: string | undefined): Fault[] {
    if (url === undefined || type === 'email') return [];
    const reason = type === 'syslog' ? this.door.streamFaultOf(url) : this.door.faultOf(url);
    return reason === undefined ? [] : [fault('body.invalid_value', 'body.url', reason)];
  }

  private changesOf({ id, sealed }: ChannelRow, body: UpdateAlertChannelRequest): ChannelChanges {
    const { name, url, headers, format, enabled, addresses, include_names: includeNames } = body;
    return {
      ...(name !== undefined && { name }),
      ...(format !== undefined && { format }),
      ...(addresses && { addresses }),
      ...(includeNames !== undefined && { includeNames }),
      ...(enabled !== undefined && { enabled, disabledReason: '', failingSince: null }),
      ...(url !== undefined && { origin: originOf(url) }),
      ...(headers !== undefined && { headers: Object.keys(headers) }),
      ...((url !== undefined || headers) && {
        sealed: this.seal.seal(id, this.secretsOf(id, sealed, { url, headers })),
      }),
    };
  }

  private secretsOf(id: string, sealed: Buffer, { url, headers }: Pick<UpdateAlertChannelRequest, 'url' | 'headers'>) {
    return { ...this.seal.open(id, sealed), ...(url !== undefined && { url }), ...(headers && { headers }) };
  }

  private async change(entry: AuditEntry, id: string, changesOf: (row: ChannelRow) => ChannelChanges): Promise<void> {
    await this.audit.audited(entry, async (note) => {
      if (!(await this.channels.update(id, changesOf, note))) throw noSuchChannel(id);
    });
  }
}

/** Scheme, host and port. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function noSuchChannel(id: string): NotFoundError {
  return new NotFoundError('path.alert_channel_id', `there is no alert channel ${id}`);
}

function noSuchDelivery(id: string, deliveryId: number): NotFoundError {
  return new NotFoundError('path.delivery_id', `the alert channel ${id} has no delivery ${deliveryId}`);
}
