import { testDatabase } from '../../../../test/support/test-database.js';
import { loadSettings } from '../../../base/config/load-settings.js';
import { TestGraph } from '../../graph.fixture.js';
import { type EdgeList, whole } from '../../graph-records.fixture.js';
import type { EdgeRecord, LoadResult } from '../../records.js';
import { GraphRemoval } from './graph-removal.js';
import type { Removed } from './removal-transaction.js';
import { GraphExpiry } from './graph-expiry.js';
import type { GraphCriteria } from './selection.js';
import { NamedKinds } from '../../kinds/free-kinds.js';

export interface StoredNode {
  readonly objectid: string;
  readonly kind: string;
  readonly kinds: readonly string[];
  readonly environment: string | null;
  readonly last_seen: string;
}

export interface StoredEdge {
  readonly source: string;
  readonly kind: string;
  readonly target: string;
}

export interface Stored {
  readonly nodes: readonly StoredNode[];
  readonly edges: readonly StoredEdge[];
}

/** As {@link GraphCriteria}, with names of kinds. */
export interface NamedCriteria extends Omit<GraphCriteria, 'source' | 'kinds'> {
  readonly source?: string;
  readonly kinds?: readonly string[];
}

export const nothing = () => Promise.resolve();

/** A graph whose graphs are removed from and looked at; they begin on the first of October. */
export class TestGraphRemoval extends TestGraph {
  readonly removal = new GraphRemoval(this.test.database, new NamedKinds());

  static override async open(): Promise<TestGraphRemoval> {
    return new TestGraphRemoval(await testDatabase(), '2026-10-01T12:00:00Z');
  }

  /** Edges of a whole list. */
  loadList(objectid: string, list: EdgeList, ...edges: readonly EdgeRecord[]): Promise<LoadResult> {
    return this.load(...edges, whole(objectid, list));
  }

  async preview(criteria: NamedCriteria): Promise<Removed> {
    return this.removal.preview(await this.criteriaOf(criteria));
  }

  async remove(criteria: NamedCriteria): Promise<Removed> {
    return this.removal.remove(await this.criteriaOf(criteria), nothing);
  }

  /** What goes, or null, at a time and under settings. */
  async expire(time: string, environment: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const expiry = new GraphExpiry(
      this.test.database,
      loadSettings({ EDITION: 'enterprise', ...environment }),
      new NamedKinds(),
    );
    const removed = await expiry.removeExpired(new Date(time), nothing);
    return removed && { nodes: removed.nodes, edges: removed.edges };
  }

  async stored(): Promise<Stored> {
    const nodes = await this.test.database.query<StoredNode>(`
      SELECT n.objectid, k.name AS kind, n.environment, n.last_seen::text,
        ARRAY(SELECT name FROM kind WHERE id = ANY (n.kinds)) AS kinds
      FROM node n JOIN kind k ON k.id = n.kind ORDER BY n.objectid`);
    const edges = await this.test.database.query<StoredEdge>(`
      SELECT s.objectid AS source, k.name AS kind, t.objectid AS target
      FROM edge e LEFT JOIN node s ON s.id = e.source LEFT JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind
      ORDER BY 1, 2, 3`);
    return { nodes, edges };
  }

  async nodes(): Promise<string[]> {
    return (await this.stored()).nodes.map(({ objectid }) => objectid);
  }

  /** `source kind target`, in order. */
  async edges(): Promise<string[]> {
    return (await this.stored()).edges.map(({ source, kind, target }) => `${source} ${kind} ${target}`);
  }

  private async criteriaOf({ source, kinds, ...rest }: NamedCriteria): Promise<GraphCriteria> {
    return {
      ...rest,
      ...(source !== undefined && { source: await this.idOf(source) }),
      ...(kinds && { kinds: await Promise.all(kinds.map((kind) => this.idOf(kind))) }),
    };
  }

  private async idOf(name: string): Promise<number> {
    const [row] = await this.test.database.query<{ id: number }>('SELECT id FROM kind WHERE name = $1', [name]);
    return row?.id ?? -1;
  }
}
