import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { kindDefinitions } from './kind-definitions.js';

/** The names of kinds, read from the database where a source brought along more. Kinds are never removed or renamed. */
@Injectable()
export class KindNames {
  private readonly names = new Map(kindDefinitions.map(({ id, name }) => [id, name]));

  constructor(private readonly database: Database) {}

  /** Knows every id given, in what it returns. */
  async of(ids: Iterable<number>): Promise<(id: number) => string> {
    for (const id of ids) {
      if (this.names.has(id)) continue;
      await this.read();
      break;
    }
    return (id) => this.names.get(id) ?? '';
  }

  private async read(): Promise<void> {
    const rows = await this.database.prepared<{ id: number; name: string }>('SELECT id, name FROM kind');
    for (const { id, name } of rows) this.names.set(id, name);
  }
}
