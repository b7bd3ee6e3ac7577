import { Injectable } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import type { Note } from '../../../auth/audit/audit-entry.js';
import { scopeFlags } from '../scope/collection-scope.list.js';
import { eventTokens } from '../scope/event-tokens.js';
import { ConflictError } from '../../../base/errors.js';
import { Database } from '../../../database/database.js';
import { isUniqueViolation } from '../../../database/driver-errors.js';
import {
  arrayToken,
  nullInt32Token,
  nullTimeToken,
  numberToken,
  objectToken,
  plainTextToken,
  textToken,
  timeToken,
} from '../../../database/json-token.js';
import type { Transaction } from '../../../database/transaction.js';
import { JsonText } from '../../../http/json-text.js';
import { listPage } from '../../../http/list/list-page.js';
import { ClientEntity } from './client.entity.js';
import type { Client, ClientChanges, ClientReport } from './client.js';
import { clientList, type ClientListRequest, completedJobsSql, currentJobSql } from './clients.list.js';

/** A row of `client`, as ClientDto describes it. */
function itemSql(flags: Readonly<typeof scopeFlags>): string {
  return objectToken({
    id: plainTextToken('client.id'),
    name: textToken('client.name'),
    type: plainTextToken('client.type'),
    domain_controller: textToken('client.domain_controller'),
    ...Object.fromEntries(
      ['version', 'hostname', 'address', 'username', 'user_sid'].map((name) => [
        name,
        textToken(`COALESCE(client.${name}, '')`),
      ]),
    ),
    last_checkin: nullTimeToken('client.last_checkin'),
    event_count: numberToken('(SELECT count(*) FROM event WHERE event.client_id = client.id)'),
    events: arrayToken(eventSql(flags), 'event WHERE event.client_id = client.id', 'event.id'),
    current_job_id: nullInt32Token(currentJobSql),
    completed_job_count: numberToken(completedJobsSql),
    created_at: timeToken('client.created_at'),
    updated_at: timeToken('client.updated_at'),
  });
}

function eventSql(flags: Readonly<typeof scopeFlags>): string {
  return objectToken({
    ...eventTokens(flags),
    next_scheduled_at: nullTimeToken('event.next_scheduled_at'),
    created_at: timeToken('event.created_at'),
    updated_at: timeToken('event.updated_at'),
  });
}

const oneClient = `SELECT ${objectToken({ data: itemSql(scopeFlags) })} AS json FROM client WHERE client.id = $1`;

@Injectable()
export class ClientsRepository {
  private readonly rows: Repository<ClientEntity>;

  constructor(
    dataSource: DataSource,
    private readonly database: Database,
  ) {
    this.rows = dataSource.getRepository(ClientEntity);
  }

  listPage(request: ClientListRequest): Promise<JsonText> {
    return listPage(this.database, clientList, request, { from: 'client', item: itemSql(request.flags) });
  }

  /** `{ data: client }` */
  async findWire(id: string): Promise<JsonText | null> {
    return JsonText.of(await this.database.text(oneClient, [id], { isPrepared: true }));
  }

  findById(id: string): Promise<Client | null> {
    return this.rows.findOneBy({ id });
  }

  /**
   * @returns what `within` gave
   * @throws ConflictError where the name is taken; the unique index decides, not a reading before
   */
  insert<T>(client: Client, within: (tx: Transaction) => Promise<T>): Promise<T> {
    return unlessTaken(client.name, () =>
      this.rows.manager.transaction(async (manager) => {
        await manager.insert(ClientEntity, client);
        return within(manager);
      }),
    );
  }

  /**
   * False where there is no such client.
   * @throws ConflictError where the name is taken
   */
  update(id: string, changes: ClientChanges, now: Date, within: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return unlessTaken(changes.name, () =>
      this.rows.manager.transaction(async (manager) => {
        const { affected } = await manager.update(ClientEntity, { id }, { ...changes, updatedAt: now });
        if (affected !== 1) return false;
        await within(manager);
        return true;
      }),
    );
  }

  /** Takes its events and its token along. False where there is no such client. */
  delete(id: string, note: Note, within: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.rows.manager.transaction(async (manager) => {
      const { affected } = await manager.delete(ClientEntity, { id });
      if (affected !== 1) return false;
      // After the events are gone, so that no job of theirs can come in between.
      await within(manager);
      await note(manager);
      return true;
    });
  }

  /** Runs work while nobody else changes the client; undefined where there is no such client. */
  whileLocked<T>(id: string, work: (tx: Transaction, client: Client) => Promise<T>): Promise<T | undefined> {
    return this.rows.manager.transaction(async (manager) => {
      const client = await manager.findOne(ClientEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
      return client ? work(manager, client) : undefined;
    });
  }

  /** False where there is no such client. Not a change of the client: `updated_at` stays. */
  async noteCheckin(id: string, report: ClientReport | undefined, at: Date): Promise<boolean> {
    const { affected } = await this.rows.update({ id }, { ...report, lastCheckin: at });
    return affected === 1;
  }
}

async function unlessTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError([
      { code: 'resource.name_taken', context: 'body.name', message: `the name ${name} is taken` },
    ]);
  }
}
