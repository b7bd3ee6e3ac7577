import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { type ClientToken, ClientTokensService } from '../../../auth/tokens/client-tokens.service.js';
import { Clock } from '../../../base/clock.js';
import { NotFoundError, UnauthenticatedError } from '../../../base/errors.js';
import type { Transaction } from '../../../database/transaction.js';
import type { JsonText } from '../../../http/json-text.js';
import type { Client, ClientChanges, ClientDraft, ClientReport, CreatedClient } from './client.js';
import type { ClientListRequest } from './clients.list.js';
import { ClientsRepository } from './clients.repository.js';

export type { ClientReport };

/** Ends what a client that is deleted leaves behind. */
export type ClientHeir = (clientId: string, on: Transaction) => Promise<void>;

/** Collection clients, and what they sign with. */
@Injectable()
export class ClientsService {
  private readonly heirs: ClientHeir[] = [];

  constructor(
    private readonly clients: ClientsRepository,
    private readonly tokens: ClientTokensService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  list(request: ClientListRequest): Promise<JsonText> {
    return this.clients.listPage(request);
  }

  /**
   * `{ data: client }`
   * @throws NotFoundError
   */
  async getWire(id: string): Promise<JsonText> {
    const client = await this.clients.findWire(id);
    if (!client) throw noSuchClient(id);
    return client;
  }

  /** @throws NotFoundError */
  async get(id: string): Promise<Client> {
    const client = await this.clients.findById(id);
    if (!client) throw noSuchClient(id);
    return client;
  }

  /**
   * Adds a client that has not checked in yet, with its token.
   * @throws ConflictError where the name is taken
   */
  async create({ name, type, domainController }: ClientDraft): Promise<CreatedClient> {
    const now = this.clock.now();
    const nothing = { version: null, hostname: null, address: null, username: null, userSid: null, lastCheckin: null };
    const times = { createdAt: now, updatedAt: now };
    const client: Client = { id: randomUUID(), name, type, domainController, ...nothing, ...times };
    const details = { name, type };
    const token = await this.audit.audited({ action: 'client.create', resource: 'clients', details }, (note) =>
      this.clients.insert(client, async (on) => {
        const issued = await this.tokens.issue(client, on);
        await note(on, { id: client.id, token_id: issued.id });
        return issued;
      }),
    );
    return { client, token };
  }

  /** @throws NotFoundError; ConflictError where the name is taken */
  async update(id: string, changes: ClientChanges): Promise<void> {
    const details = { name: changes.name, domain_controller: changes.domainController };
    await this.audit.audited({ action: 'client.update', resource: `clients/${id}`, details }, async (note) => {
      const isThere = await this.clients.update(id, changes, this.clock.now(), async (on) => {
        await this.tokens.rename({ id, name: changes.name }, on);
        await note(on);
      });
      if (!isThere) throw noSuchClient(id);
    });
  }

  /**
   * Takes its events and its token along. Its jobs stay as history; who registered with {@link onDelete} ends those that are open.
   * @throws NotFoundError
   */
  async delete(id: string): Promise<void> {
    await this.audit.audited({ action: 'client.delete', resource: `clients/${id}` }, async (note) => {
      const isGone = await this.clients.delete(id, note, async (on) => {
        await this.tokens.revoke(id, on);
        for (const heir of this.heirs) await heir(id, on);
      });
      if (!isGone) throw noSuchClient(id);
    });
    this.tokens.forget();
  }

  /** For resources that know of clients, which clients do not know of. */
  onDelete(heir: ClientHeir): void {
    this.heirs.push(heir);
  }

  /**
   * Gives a client another token. The one it had is good no longer: on this instance at once, on others within seconds.
   * @throws NotFoundError
   */
  async replaceToken(id: string): Promise<ClientToken> {
    const token = await this.audit.audited({ action: 'client.token', resource: `clients/${id}` }, async (note) => {
      const issued = await this.clients.whileLocked(id, async (on, client) => {
        const made = await this.tokens.issue(client, on);
        await note(on, { token_id: made.id });
        return made;
      });
      if (!issued) throw noSuchClient(id);
      return issued;
    });
    this.tokens.forget();
    return token;
  }

  /**
   * The client is there, and may say what it is.
   * @throws UnauthenticatedError where it was deleted, of which other instances hear late
   */
  async checkIn(id: string, report?: ClientReport): Promise<void> {
    const isThere = await this.clients.noteCheckin(id, report, this.clock.now());
    if (!isThere) throw new UnauthenticatedError(`the client ${id} was deleted`);
  }
}

function noSuchClient(id: string): NotFoundError {
  return new NotFoundError('path.client_id', `there is no client ${id}`);
}
