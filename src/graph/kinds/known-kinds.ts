import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { firstForeignKind } from './kind-catalogue.js';

/** A kind of nodes or edges that the graph has, or could have. */
export interface KnownKind {
  readonly id: number;
  readonly name: string;
  /** Whether it may say where nodes come from: a carrier kind, or one that a file brought along. */
  readonly isSource: boolean;
}

/** The kinds by name, as they are now. */
@Injectable()
export class KnownKinds {
  constructor(private readonly database: Database) {}

  /** Those of the catalogue first. */
  list(): Promise<KnownKind[]> {
    return this.database.prepared<KnownKind>(
      `SELECT id, name, carrier OR id >= ${firstForeignKind} AS "isSource" FROM kind WHERE id > 0 ORDER BY id`,
    );
  }
}
