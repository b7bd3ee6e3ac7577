import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { firstForeignKind } from './kind-catalogue.js';
import { isEdgeKind, kindDefinitions } from './kind-definitions.js';

/** A kind of nodes or edges that the graph has, or could have. */
export interface KnownKind {
  readonly id: number;
  readonly name: string;
  /** Whether it may state the source of nodes: a carrier kind, or a kind that a file added. */
  readonly isSource: boolean;
  /** Whether nodes may have it: a kind of nodes of the catalogue, or a kind that a file added. */
  readonly isOfNodes: boolean;
  /** Whether edges may have it: a kind of edges of the catalogue, or a kind that a file added. */
  readonly isOfEdges: boolean;
  /** Whether the start of such an edge gains control of its end. */
  readonly isTraversable: boolean;
}

const list = 'SELECT id, name, carrier, traversable AS "isTraversable" FROM kind WHERE id > 0 ORDER BY id';

interface Row extends Pick<KnownKind, 'id' | 'name' | 'isTraversable'> {
  readonly carrier: boolean;
}

/** The kinds by number and name. The database is asked for kinds that files have added. Kinds are never removed or renamed. */
@Injectable()
export class KindNames {
  private readonly names = new Map(kindDefinitions.map(({ id, name }) => [id, name]));

  constructor(private readonly database: Database) {}

  /** All kinds as they are now; those of the catalogue first. */
  async list(): Promise<KnownKind[]> {
    const rows = await this.database.prepared<Row>(list);
    return rows.map(({ id, name, carrier, isTraversable }) => {
      const isForeign = id >= firstForeignKind;
      return {
        id,
        name,
        isSource: carrier || isForeign,
        isOfNodes: isForeign || !isEdgeKind(id),
        isOfEdges: isForeign || isEdgeKind(id),
        isTraversable,
      };
    });
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
