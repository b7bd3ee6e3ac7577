import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../../auth/audit/change-one-row.repository.js';
import { scopeFlags } from '../scope/collection-scope.fields.js';
import { ConflictError } from '../../../base/errors.js';
import { camelCased } from '../../../base/values/letter-case.js';
import { Database, sqlIn } from '../../../database/database.js';
import { unlessTaken } from '../../../database/driver-errors.js';
import { objectToken } from '../../../database/sql/json-token.js';
import type { Transaction } from '../../../database/transaction.js';
import type { JsonText } from '../../../http/json-text.js';
import { jsonOf } from '../../../http/list/json-of.js';
import { listPage } from '../../../http/list/list-page.js';
import { ClientEntity } from './client.entity.js';
import type { ClientChanges, ClientDraft, ClientReport, ReplaceClientRequest, StoredClient } from './client.dto.js';
import { clientList, type ClientListRequest, clientShape } from './clients.fields.js';

const oneClient = `SELECT ${objectToken({ data: clientShape.tokenFor(scopeFlags) })} AS json FROM client WHERE client.id = $1`;

@Injectable()
export class ClientsRepository {
  constructor(
    @InjectRepository(ClientEntity) private readonly clients: Repository<ClientEntity>,
    private readonly database: Database,
  ) {}

  listPage(request: ClientListRequest): Promise<JsonText> {
    return listPage(this.database, clientList, request, { from: 'client', item: clientShape.tokenFor(request.flags) });
  }

  /** When each client was heard of the last time. One that never called counts from its creation. */
  async listSeen() {
    const sql = 'SELECT id, name, coalesce(last_checkin, created_at) AS "seenUntil" FROM client ORDER BY id';
    const rows = await this.database.query<{ id: string; name: string; seenUntil: Date }>(sql);
    return rows.map((row) => ({ kind: 'Client', ...row }));
  }

  /** `{ data: client }` */
  find(id: string): Promise<JsonText | null> {
    return jsonOf(this.database, oneClient, [id]);
  }

  /**
   * @returns the result of `within`
   * @throws ConflictError if the name is taken
   */
  insert<T>(id: string, draft: ClientDraft, now: Date, within: (tx: Transaction) => Promise<T>): Promise<T> {
    const inserted = this.clients.manager.transaction(async (manager) => {
      await manager.insert(ClientEntity, { id, ...draft, createdAt: now, updatedAt: now });
      return within(manager);
    });
    return unlessTaken(inserted, () => nameTaken(draft.name));
  }

  /**
   * False if the client does not exist.
   * @throws ConflictError if the name is taken
   */
  update(id: string, changes: ClientChanges, now: Date, within: (tx: Transaction) => Promise<void>): Promise<boolean> {
    const updated = changeOneRow(this.clients.manager, within, (manager) =>
      manager.update(ClientEntity, { id }, { ...changes, updatedAt: now }),
    );
    return unlessTaken(updated, () => nameTaken(changes.name));
  }

  /** Also deletes its events and its token. False if the client does not exist. */
  delete(id: string, note: AuditNote, within: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.clients.manager.transaction(async (manager) => {
      const { affected } = await manager.delete(ClientEntity, { id });
      if (affected !== 1) return false;
      // After the deletion of the events, so that they cannot create a job in between.
      await within(manager);
      await note(manager);
      return true;
    });
  }

  /** Runs `work` in a transaction that has locked the client against every change. Null if the client does not exist. */
  whileLocked<T>(id: string, work: (on: Transaction, client: ClientEntity) => Promise<T>): Promise<T | null> {
    return this.clients.manager.transaction(async (manager) => {
      const client = await manager.findOne(ClientEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
      return client && work(manager, client);
    });
  }

  /** Runs `work` in a transaction that has locked the client against its deletion. Null if the client does not exist. */
  withDeletionBlocked<T>(id: string, work: (client: StoredClient, on: Transaction) => Promise<T>): Promise<T | null> {
    return this.database.transaction(async (tx) => {
      const client = await shareLocked(tx, id, '');
      return client && work(client, tx);
    });
  }

  /**
   * Locks the client against its deletion. Never waits: the caller has locked an event of the client, and a deletion locks the client
   * before its events. Null if the client does not exist, or another transaction has locked it.
   */
  blockDeletionUnlessLocked(id: string, on: Transaction): Promise<StoredClient | null> {
    return shareLocked(on, id, 'SKIP LOCKED');
  }

  /** False if the client does not exist. `updated_at` stays, because a call does not change the client. */
  async noteCheckin(id: string, report: ClientReport | undefined, at: Date): Promise<boolean> {
    const { affected } = await this.clients.update({ id }, { ...report, lastCheckin: at });
    return affected === 1;
  }
}

async function shareLocked(on: Transaction, id: string, wait: '' | 'SKIP LOCKED'): Promise<StoredClient | null> {
  const sql = `SELECT * FROM client WHERE id = $1 FOR KEY SHARE ${wait}`;
  const [row] = await sqlIn(on).query<ReplaceClientRequest & { readonly id: string }>(sql, [id]);
  return row ? camelCased(row) : null;
}

function nameTaken(name: string): ConflictError {
  return ConflictError.at('resource.name_taken', 'body.name', `the name ${name} is taken`);
}
