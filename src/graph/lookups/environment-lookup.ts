import { Injectable } from '@nestjs/common';
import { currentVisibility } from '../../base/scope/request-scope.js';
import { Database } from '../../database/database.js';
import { isEnvironment } from '../extensions/environment-nodes.js';
import { GraphKeeper } from '../memory/graph-keeper.js';
import { foldText } from '../memory/texts.js';
import { visibleGraph } from '../memory/visible-graph.js';
import { currentVersion } from '../store/graph-version.js';

const findId = `
  SELECT asked.id FROM (VALUES (1, $1::text), (2, upper($1))) asked (place, id)
  WHERE EXISTS (SELECT FROM node WHERE environment = asked.id)
    OR EXISTS (SELECT FROM node n WHERE n.objectid = asked.id AND ${isEnvironment('n')})
  ORDER BY place LIMIT 1`;

const list = `
  SELECT DISTINCT environment AS id FROM node WHERE environment IS NOT NULL
  UNION SELECT n.objectid FROM node n WHERE ${isEnvironment('n')}
  ORDER BY id LIMIT $1`;

const named = `SELECT n.objectid, n.name FROM node n WHERE ${isEnvironment('n')} ORDER BY n.objectid`;

/** The domains and tenants of the graph, by their object ids in upper case, and the environments of extensions, by theirs as files have them. */
@Injectable()
export class EnvironmentLookup {
  constructor(
    private readonly database: Database,
    private readonly keeper: GraphKeeper,
  ) {}

  /** @returns the object id of the environment that has nodes, or is one; null if there is none. May read all nodes. */
  async idOf(given: string): Promise<string | null> {
    const [row] = await this.database.prepared<{ id: string }>(findId, [given]);
    return row?.id ?? null;
  }

  /** At most `most` object ids, in their order. Reads all nodes. */
  async list(most: number): Promise<string[]> {
    return (await this.database.prepared<{ id: string }>(list, [most])).map(({ id }) => id);
  }

  /**
   * Object ids of the environments with this object id or name; letters are compared without case.
   * @throws GraphNotReadyError if none has a node, and no graph is there yet to tell whether other nodes are of it
   */
  async find(given: string): Promise<string[]> {
    const id = given.toUpperCase();
    const nodes = await this.named();
    const exact = nodes.filter(({ objectid }) => objectid === given);
    const alike = nodes.filter(({ objectid, name }) => objectid === id || foldText(name) === foldText(given));
    const found = exact.length > 0 ? exact : alike;
    if (found.length > 0) return found.map(({ objectid }) => objectid);
    const whole = await this.keeper.at(await currentVersion(this.database));
    const graph = visibleGraph(whole, currentVisibility());
    return [given, id].filter((it) => graph.environments.includes(it)).slice(0, 1);
  }

  /** Those that have a node, in the order of their object ids. */
  named(): Promise<{ readonly objectid: string; readonly name: string }[]> {
    return this.database.prepared(named);
  }
}
