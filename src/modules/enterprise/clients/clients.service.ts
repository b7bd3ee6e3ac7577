import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { type ClientToken, ClientTokensService } from '../../../auth/tokens/client-tokens.service.js';
import { Clock } from '../../../base/clock.js';
import { UnauthenticatedError } from '../../../base/errors.js';
import { snakeCased } from '../../../base/values/letter-case.js';
import type { JsonText } from '../../../http/json-text.js';
import { JobRunsService } from '../jobs/job-runs.service.js';
import { noSuchClient } from './client.js';
import type { ClientChanges, ClientDraft, ClientReport } from './client.dto.js';
import type { ClientListRequest } from './clients.fields.js';
import { ClientsRepository } from './clients.repository.js';

interface CreatedClient {
  readonly client: { readonly id: string; readonly name: string };
  readonly token: ClientToken;
}

/** Collection clients and their tokens. */
@Injectable()
export class ClientsService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly tokens: ClientTokensService,
    private readonly jobs: JobRunsService,
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
  async get(id: string): Promise<JsonText> {
    const client = await this.clients.find(id);
    if (!client) throw noSuchClient(id);
    return client;
  }

  /**
   * Creates a client with a token.
   * @throws ConflictError if the name is taken
   */
  async create(draft: ClientDraft): Promise<CreatedClient> {
    const { name, type } = draft;
    const client = { id: randomUUID(), name };
    const details = { name, type };
    const token = await this.audit.audited({ action: 'client.create', resource: 'clients', details }, (note) =>
      this.clients.insert(client.id, draft, this.clock.now(), async (on) => {
        const issued = await this.tokens.issue(client, on);
        await note(on, { id: client.id, token_id: issued.id });
        return issued;
      }),
    );
    return { client, token };
  }

  /** @throws NotFoundError; ConflictError if the name is taken */
  async update(id: string, changes: ClientChanges): Promise<void> {
    const details = snakeCased(changes);
    await this.audit.audited({ action: 'client.update', resource: `clients/${id}`, details }, async (note) => {
      const isUpdated = await this.clients.update(id, changes, this.clock.now(), async (on) => {
        await this.tokens.rename({ id, name: changes.name }, on);
        await note(on);
      });
      if (!isUpdated) throw noSuchClient(id);
    });
  }

  /**
   * Deletes a client with its events and its token. Cancels its ready and running jobs, and keeps all jobs as history.
   * @throws NotFoundError
   */
  async delete(id: string): Promise<void> {
    await this.audit.audited({ action: 'client.delete', resource: `clients/${id}` }, async (note) => {
      const isDeleted = await this.clients.delete(id, note, async (on) => {
        await this.tokens.revoke(id, on);
        await this.jobs.cancelOpen(id, on);
      });
      if (!isDeleted) throw noSuchClient(id);
    });
    this.tokens.forget();
  }

  /**
   * Replaces the token of a client. This instance refuses the old one at once, others within seconds.
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
   * Notes a call of the client, and its report if it has just started.
   * @throws UnauthenticatedError if the client was deleted; caches of other instances still accept its token for some seconds
   */
  async checkIn(id: string, report?: ClientReport): Promise<void> {
    const isThere = await this.clients.noteCheckin(id, report, this.clock.now());
    if (!isThere) throw new UnauthenticatedError(`the client ${id} was deleted`);
  }
}
