import { testDatabase } from '../../../test/support/test-database.js';
import { TestGraph } from '../graph.fixture.js';

/** A database whose graphs are loaded and looked at as they are stored. */
export class TestLoader extends TestGraph {
  static override async open(): Promise<TestLoader> {
    return new TestLoader(await testDatabase());
  }

  nodes(): Promise<unknown[]> {
    return this.test.database.query(`
      SELECT objectid, n.name, k.name AS kind, described, environment, props,
        ARRAY(SELECT x.name FROM unnest(n.kinds) WITH ORDINALITY u(id, o) JOIN kind x USING (id) ORDER BY o) AS kinds
      FROM node n JOIN kind k ON k.id = n.kind ORDER BY objectid`);
  }

  /** `source kind target flags properties`, in order. */
  edges(): Promise<{ edge: string }[]> {
    return this.test.database.query(`
      SELECT s.objectid || ' ' || k.name || ' ' || t.objectid || ' ' || e.flags || coalesce(' ' || p.props::text, '') AS edge
      FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind
        LEFT JOIN edge_props p ON (p.source, p.kind, p.target) = (e.source, e.kind, e.target)
      ORDER BY 1`);
  }

  async state(): Promise<unknown> {
    return (await this.test.database.query('SELECT version, oldest_delta, computers, edges FROM graph_state'))[0];
  }
}
