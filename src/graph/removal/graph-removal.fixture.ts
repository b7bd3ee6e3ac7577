import { testDatabase } from '../../../test/support/test-database.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { TestGraph } from '../graph.fixture.js';
import type { EdgeList, EdgeRecord, LoadResult } from '../records.js';
import { GraphRemoval } from './graph-removal.js';
import type { Removed } from './removal-transaction.js';
import { GraphAgeing } from './graph-ageing.js';
import type { GraphCriteria } from './selection.js';

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

/** What {@link TestGraphRemoval.faults} tells where there are none. */
export const noFaults = { computers: '0', edges: '0', dangling: '0', props: '0', singles: '0', lists: '0' };

/** What must hold of the tables whatever was removed: how far off each is. */
const faults = `
  SELECT computers - (SELECT count(*) FROM node WHERE kind = 3) AS computers, edges - (SELECT count(*) FROM edge) AS edges,
    (SELECT count(*) FROM edge e WHERE NOT EXISTS (SELECT FROM node n WHERE n.id = e.source)
      OR NOT EXISTS (SELECT FROM node n WHERE n.id = e.target)) AS dangling,
    (SELECT count(*) FROM (SELECT source, kind, target FROM edge_props EXCEPT SELECT source, kind, target FROM edge) p) AS props,
    (SELECT count(*) FROM edge_seen x FULL JOIN (SELECT * FROM edge WHERE flags & 1 <> 0) e USING (source, kind, target)
      WHERE x.seen_on IS NULL OR e.flags IS NULL) AS singles,
    (SELECT count(*) FROM (SELECT node_id FROM collected EXCEPT SELECT id FROM node) c) AS lists
  FROM graph_state`;

/** A graph whose graphs are removed from and looked at; they begin on the first of October. */
export class TestGraphRemoval extends TestGraph {
  readonly removal = new GraphRemoval(this.test.database);

  static override async open(): Promise<TestGraphRemoval> {
    return new TestGraphRemoval(await testDatabase(), '2026-10-01T12:00:00Z');
  }

  /** Edges, of which the list is whole. */
  loadList(objectid: string, list: EdgeList, ...edges: readonly EdgeRecord[]): Promise<LoadResult> {
    return this.loader.load(async (sink) => {
      for (const record of edges) await sink.edge(record);
      await sink.wholeList({ objectid, list });
    });
  }

  async preview(criteria: NamedCriteria): Promise<Removed> {
    return this.removal.preview(await this.criteriaOf(criteria));
  }

  async remove(criteria: NamedCriteria): Promise<Removed> {
    return this.removal.remove(await this.criteriaOf(criteria), nothing);
  }

  /** What goes, or null, at a time and under settings. */
  async age(time: string, environment: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const ageing = new GraphAgeing(this.test.database, loadSettings({ EDITION: 'enterprise', ...environment }));
    const removed = await ageing.age(new Date(time), nothing);
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

  async faults(): Promise<unknown> {
    const [row] = await this.test.database.query(faults);
    return row;
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
