import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { NotFoundError } from '../../common/errors.js';
import type { Client, ClientDraft } from './client.js';
import { ClientsRepository } from './clients.repository.js';

@Injectable()
export class ClientsService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly clock: Clock,
  ) {}

  /** Adds a client that has not checked in yet. */
  async create({ name, type, domainController }: ClientDraft): Promise<Client> {
    const now = this.clock.now();
    const client: Client = {
      id: randomUUID(),
      name,
      type,
      domainController,
      version: null,
      hostname: null,
      lastCheckin: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.clients.insert(client);
    return client;
  }

  /** @throws NotFoundError */
  async get(id: string): Promise<Client> {
    const client = await this.clients.findById(id);
    if (!client) throw new NotFoundError('path.client_id', `there is no client ${id}`);
    return client;
  }
}
