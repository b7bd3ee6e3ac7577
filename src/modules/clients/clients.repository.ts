import { Injectable } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import { ClientEntity } from './client.entity.js';
import type { Client } from './client.js';

@Injectable()
export class ClientsRepository {
  private readonly rows: Repository<ClientEntity>;

  constructor(dataSource: DataSource) {
    this.rows = dataSource.getRepository(ClientEntity);
  }

  async insert(client: Client): Promise<void> {
    await this.rows.insert(client);
  }

  findById(id: string): Promise<Client | null> {
    return this.rows.findOneBy({ id });
  }
}
