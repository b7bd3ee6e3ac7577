import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { GraphKeeper } from '../memory/graph-keeper.js';
import { foldText } from '../memory/texts.js';
import { currentVersion } from '../store/graph-version.js';

const has = `
  SELECT EXISTS (SELECT FROM node WHERE environment = $1)
    OR EXISTS (SELECT FROM node WHERE objectid = $1 AND kind IN (${Kind.Domain}, ${Kind.AZTenant})) AS known`;

const list = `
  SELECT DISTINCT environment AS id FROM node WHERE environment IS NOT NULL
  UNION SELECT objectid FROM node WHERE kind IN (${Kind.Domain}, ${Kind.AZTenant})
  ORDER BY id LIMIT $1`;

const named = `SELECT objectid, name FROM node WHERE kind IN (${Kind.Domain}, ${Kind.AZTenant}) ORDER BY objectid`;

/** The domains and tenants of the graph, by their object ids in upper case. */
@Injectable()
export class EnvironmentLookup {
  constructor(
    private readonly database: Database,
    private readonly keeper: GraphKeeper,
  ) {}

  /** Whether it has nodes, or is one. May read all nodes. */
  async has(id: string): Promise<boolean> {
    const [row] = await this.database.prepared<{ known: boolean }>(has, [id]);
    return row?.known === true;
  }

  /** At most `most` object ids, in their order. Reads all nodes. */
  async list(most: number): Promise<string[]> {
    return (await this.database.prepared<{ id: string }>(list, [most])).map(({ id }) => id);
  }

  /**
   * Object ids of the domains and tenants with this object id or name; letters are compared without case.
   * @throws GraphNotReadyError if none has a node, and no graph is there yet to tell whether other nodes are of it
   */
  async find(given: string): Promise<string[]> {
    const id = given.toUpperCase();
    const nodes = await this.named();
    const found = nodes.filter(({ objectid, name }) => objectid === id || foldText(name) === foldText(given));
    if (found.length > 0) return found.map(({ objectid }) => objectid);
    const graph = await this.keeper.at(await currentVersion(this.database));
    return graph.environments.includes(id) ? [id] : [];
  }

  /** Those that have a node, in the order of their object ids. */
  named(): Promise<{ readonly objectid: string; readonly name: string }[]> {
    return this.database.prepared(named);
  }
}
