import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { ConflictError } from '../../base/errors.js';
import { Database, type SqlRunner } from '../../database/database.js';
import { unlessTaken } from '../../database/driver-errors.js';
import type { JsonText } from '../../http/json-text.js';
import { objectToken } from '../../database/sql/json-token.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import { AlertChannelEntity } from './alert-channel.entity.js';
import {
  alertChannelList,
  type AlertChannelListRequest,
  alertChannelShape,
  channelState,
  type ChannelState,
} from './alert-channels.fields.js';
import type { ChannelType } from './channel-types.js';

export type ChannelRow = Pick<
  AlertChannelEntity,
  'id' | 'name' | 'type' | 'format' | 'origin' | 'addresses' | 'includeNames' | 'headers' | 'sealed'
>;
export type ChannelChanges = Partial<
  Omit<ChannelRow, 'id' | 'type'> &
    Pick<AlertChannelEntity, 'enabled' | 'disabledReason' | 'failingSince' | 'formerSecretUntil'>
>;

/** Counts the channels by state; a state without channels is absent. */
export async function countChannels(runner: SqlRunner): Promise<Readonly<Partial<Record<ChannelState, number>>>> {
  const rows = await runner.query<{ state: ChannelState; channels: number }>(
    `SELECT ${channelState} AS state, count(*)::int AS channels FROM alert_channel c GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ state, channels }) => [state, channels]));
}

@Injectable()
export class AlertChannelsRepository {
  constructor(
    @InjectRepository(AlertChannelEntity) private readonly channels: Repository<AlertChannelEntity>,
    private readonly database: Database,
  ) {}

  listPage(request: AlertChannelListRequest): Promise<JsonText> {
    return listPage(this.database, alertChannelList, request, {
      from: 'alert_channel c',
      item: alertChannelShape.token,
    });
  }

  find(id: string): Promise<JsonText | null> {
    const sql = `SELECT ${objectToken({ data: alertChannelShape.token })} FROM alert_channel c WHERE id = $1`;
    return jsonOf(this.database, sql, [id]);
  }

  findRow(id: string): Promise<ChannelRow | null> {
    return this.channels.findOneBy({ id });
  }

  /** The types of those that exist. */
  async typesOf(ids: readonly string[]): Promise<ReadonlyMap<string, ChannelType>> {
    const sql = 'SELECT id, type FROM alert_channel WHERE id = ANY ($1::uuid[])';
    const rows = await this.database.query<{ id: string; type: ChannelType }>(sql, [ids]);
    return new Map(rows.map(({ id, type }) => [id, type]));
  }

  /** @throws ConflictError if the name is taken */
  insert(row: ChannelRow, note: AuditNote): Promise<void> {
    const inserted = this.channels.manager.transaction(async (manager) => {
      await manager.insert(AlertChannelEntity, {
        ...row,
        headers: [...row.headers],
        addresses: [...row.addresses],
        formerSecretUntil: null,
        failingSince: null,
        lastAttempt: null,
        lastStatus: null,
      });
      await note(manager, { id: row.id });
    });
    return unlessTaken(inserted, () => nameTaken(row.name));
  }

  /**
   * @param changesOf the locked channel
   * @returns false if there is no such channel
   * @throws ConflictError if the name is taken
   */
  update(id: string, changesOf: (row: ChannelRow) => ChannelChanges, note: AuditNote): Promise<boolean> {
    let name = '';
    const updated = changeOneRow(this.channels.manager, note, async (manager) => {
      const row = await manager.findOne(AlertChannelEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!row) return { affected: 0 };
      const { headers, addresses, ...changes } = changesOf(row);
      name = changes.name ?? row.name;
      // TypeORM wants lists that it could change.
      const lists = { ...(headers && { headers: [...headers] }), ...(addresses && { addresses: [...addresses] }) };
      return manager.update(AlertChannelEntity, { id }, { ...changes, ...lists });
    });
    return unlessTaken(updated, () => nameTaken(name));
  }

  /** @returns false if there is no such channel */
  delete(id: string, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.channels.manager, note, (manager) => manager.delete(AlertChannelEntity, { id }));
  }

  countByState(): Promise<Readonly<Partial<Record<ChannelState, number>>>> {
    return countChannels(this.database);
  }
}

function nameTaken(name: string): ConflictError {
  return ConflictError.at('resource.name_taken', 'body.name', `the name ${name} is taken`);
}
