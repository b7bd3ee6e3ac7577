import { GraphNotReadyError } from '../../base/errors.js';
import { currentVisibility, visibilityKey } from '../../base/scope/request-scope.js';
import { Cache } from '../../base/values/cache.js';
import { Database, oneRow } from '../../database/database.js';
import { currentVersion, kindsVersion } from './graph-version.js';
import { firstForeignKind } from '../kinds/kind-catalogue.js';
import { isEdgeKind, kindDefinitions } from '../kinds/kind-definitions.js';

/** `Retry-After` until the graph with the kinds of the database is read. */
const retrySeconds = 2;

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

/** The kinds as of one moment. Their numbers stand for them in all that is of the same version (GraphState.kindsVersion). */
export interface KnownKinds {
  readonly version: number;
  readonly kinds: readonly KnownKind[];
}

/** Within one version kinds are only added, so that their number tells whether there are new ones. */
const state = `SELECT ${kindsVersion} AS version, count(*)::int AS count FROM kind WHERE id > 0`;

const list = `
  SELECT ${kindsVersion} AS version, id, name, carrier, traversable AS "isTraversable" FROM kind WHERE id > 0 ORDER BY id`;

/** Numbers of kinds that files added and that the nodes and edges have which the caller sees. */
const usedBy = `
  SELECT DISTINCT kind FROM (
    SELECT unnest(kinds) AS kind FROM node
    UNION ALL SELECT coalesce(p.kind, l.list) FROM edge_list l CROSS JOIN LATERAL unnest(l.peers, l.kinds) p(peer, kind)
      JOIN node o ON o.id = l.owner JOIN node n ON n.id = p.peer) used
  WHERE kind >= ${firstForeignKind}`;

/** Bytes of these numbers, by version and caller. */
const usedBytes = 1024 ** 2;

interface Row extends Pick<KnownKind, 'id' | 'name' | 'isTraversable'> {
  readonly version: number;
  readonly carrier: boolean;
}

const catalogue: ReadonlyMap<number, string> = new Map(kindDefinitions.map(({ id, name }) => [id, name]));

/**
 * The kinds by number and name, kept until files have added some, or numbers were freed, which may stand for other kinds by now. Kinds are
 * never renamed.
 */
export class KindNames {
  private kept: KnownKinds & { readonly names: ReadonlyMap<number, string> } = {
    version: -1,
    kinds: [],
    names: new Map(),
  };

  private readonly used = new Cache<string, ReadonlySet<number>>(usedBytes, ({ size }) => 16 * size);

  constructor(private readonly database: Database) {}

  /** All kinds as they are now, the catalogue first. A caller who sees a part of the graph gets no kind that only other parts have. */
  async list(): Promise<KnownKinds> {
    const { version, count } = oneRow(await this.database.prepared<{ version: number; count: number }>(state));
    if (this.kept.version !== version || this.kept.kinds.length !== count) this.kept = await this.read();
    return currentVisibility() ? this.visible(this.kept) : this.kept;
  }

  private async visible({ version, kinds }: KnownKinds): Promise<KnownKinds> {
    if (kinds.every(({ id }) => id < firstForeignKind)) return { version, kinds };
    const key = `${await currentVersion(this.database)} ${visibilityKey()}`;
    let used = this.used.get(key);
    if (!used) {
      used = new Set((await this.database.query<{ kind: number }>(usedBy)).map(({ kind }) => kind));
      this.used.set(key, used);
    }
    const isSeen = used;
    return { version, kinds: kinds.filter(({ id }) => id < firstForeignKind || isSeen.has(id)) };
  }

  /**
   * @param version that the numbers are of (GraphState.kindsVersion)
   * @returns the name of each of these kinds
   * @throws GraphNotReadyError if the kinds are of another version by now
   */
  async of(ids: Iterable<number>, version: number): Promise<(id: number) => string> {
    let { kept } = this;
    for (const id of ids) {
      if (catalogue.has(id) || (kept.version === version && kept.names.has(id))) continue;
      this.kept = kept = await this.read();
      requireSameKinds(version, kept.version);
      break;
    }
    const { names } = kept;
    return (id) => catalogue.get(id) ?? names.get(id) ?? '';
  }

  private async read(): Promise<typeof this.kept> {
    const rows = await this.database.prepared<Row>(list);
    const kinds = rows.map(({ id, name, carrier, isTraversable }) => {
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
    return { version: rows[0]?.version ?? 0, kinds, names: new Map(kinds.map(({ id, name }) => [id, name])) };
  }
}

/** Places of the kinds in the order of their names, by their numbers. */
export function labelRanksOf({ kinds }: KnownKinds): Record<number, number> {
  const sorted = kinds.toSorted((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)));
  return Object.fromEntries(sorted.map(({ id }, place) => [id, place]));
}

/** @throws GraphNotReadyError if numbers of kinds of one version may stand for others in the other */
export function requireSameKinds(version: number, other: number): void {
  if (version !== other) throw new GraphNotReadyError('kinds of the graph are changing', retrySeconds);
}
