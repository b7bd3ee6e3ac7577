import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { firstForeignKind } from './kind-catalogue.js';
import { kindDefinitions } from './kind-definitions.js';

/** A kind of nodes or edges that the graph has, or could have. */
export interface KnownKind {
  readonly id: number;
  readonly name: string;
  /** Whether it may state the source of nodes: a carrier kind, or a kind that a file added. */
  readonly isSource: boolean;
}

const list = `SELECT id, name, carrier OR id >= ${firstForeignKind} AS "isSource" FROM kind WHERE id > 0 ORDER BY id`;

/** The kinds by number and name. The database is asked for kinds that files have added. Kinds are never removed or renamed. */
@Injectable()
export class KindNames {
  private readonly names = new Map(kindDefinitions.map(({ id, name }) => [id, name]));

  constructor(private readonly database: Database) {}

  /** All kinds as they are now; those of the catalogue first. */
  list(): Promise<KnownKind[]> {
    return this.database.prepared<KnownKind>(list);
  }

  /** @returns the name of each of these kinds */
  async of(ids: Iterable<number>): Promise<(id: number) => string> {
    for (const id of ids) {
      if (this.names.has(id)) continue;
      for (const kind of await this.list()) this.names.set(kind.id, kind.name);
      break;
    }
    return (id) => this.names.get(id) ?? '';
  }
}
