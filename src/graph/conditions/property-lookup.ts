import { Injectable } from '@nestjs/common';
import { currentVisibility, visibilityKey } from '../../base/scope/request-scope.js';
import { Cache } from '../../base/values/cache.js';
import { Database } from '../../database/database.js';
import { knownProperties } from './known-properties.js';

const anyHas = {
  nodes: 'SELECT EXISTS (SELECT FROM node WHERE props ? $1) AS "isThere"',
  edges: `
    SELECT EXISTS (SELECT FROM edge_list l CROSS JOIN LATERAL jsonb_each(l.details) entry WHERE entry.value ? $1) AS "isThere"`,
};

/** Which names are properties of nodes, or of edges. */
@Injectable()
export class PropertyLookup {
  /** Names that nodes and edges had, by what callers see. */
  private readonly found = new Cache<string, true>(1024 ** 2, () => 0);

  constructor(private readonly database: Database) {}

  /**
   * Whether it is a known property, or any node or edge has it. A name that none has costs a scan of all. Lists of edges have those to hidden
   * nodes, too, so that callers who see a part of the graph are not told about properties of edges.
   */
  async exists(name: string, of: 'nodes' | 'edges' = 'nodes'): Promise<boolean> {
    const key = `${of} ${name}${visibilityKey()}`;
    if (of === 'edges' && currentVisibility()) return true;
    if ((of === 'nodes' && knownProperties.has(name)) || this.found.has(key)) return true;
    const [row] = await this.database.prepared<{ isThere: boolean }>(anyHas[of], [name]);
    if (row?.isThere) this.found.set(key, true);
    return row?.isThere ?? false;
  }
}
