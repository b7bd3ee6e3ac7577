import { upperCase } from '../../base/values/upper-case.js';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { findGroupsOfEndings } from '../store/groups-of-endings.js';
import { findNodesOfIds, type NodesOfIds } from '../store/nodes-of-ids.js';
import type { ShownNode } from '../questions/pages/shown-node.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { KindNames } from '../store/kind-names.js';
import { kindsVersion } from '../store/graph-version.js';

/** A node as statements of the graph select it. */
export interface ShownNodeRow {
  readonly objectid: string;
  readonly name: string;
  readonly kind: number;
  readonly kinds: readonly number[];
  readonly kindsVersion: number;
}

const find = `
  SELECT objectid, name, kind, kinds, ${kindsVersion} AS "kindsVersion"
  FROM node WHERE id = ANY ($1::int[])`;

/** Reads all units, because distinguished names have no index. A directory has thousands of units at most. */
const findUnits = `
  SELECT upper(props ->> 'distinguishedname') AS name, min(objectid) AS objectid
  FROM node WHERE kind = ${Kind.OU} AND upper(props ->> 'distinguishedname') = ANY ($1::text[]) GROUP BY 1`;

/** Nodes looked up by their object ids and distinguished names. */
@Injectable()
export class NodeLookup {
  constructor(
    private readonly database: Database,
    private readonly kindNames: KindNames,
  ) {}

  /** As {@link findNodesOfIds}. */
  find(objectids: readonly string[]): Promise<NodesOfIds> {
    return findNodesOfIds(this.database, objectids);
  }

  /** As {@link findNodesOfIds}. */
  async findShown(objectids: readonly string[]): Promise<ReadonlyMap<string, readonly ShownNode[]>> {
    const nodes = await findNodesOfIds(this.database, objectids);
    const ids = [...nodes.values()].flat().map(({ id }) => id);
    const rows = await this.database.prepared<ShownNodeRow>(find, [ids]);
    const shown = new Map((await shownNodesOf(rows, this.kindNames)).map((node) => [node.objectid, node]));
    return new Map(
      [...nodes].map(([given, found]) => [given, found.flatMap(({ objectid }) => shown.get(objectid) ?? [])]),
    );
  }

  /** As {@link findGroupsOfEndings}. */
  findGroups(endings: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
    return findGroupsOfEndings(this.database, endings);
  }

  /** The object ids of organisational units, by their distinguished names in upper case. Names are compared ignoring case. */
  async findUnits(names: readonly string[]): Promise<Map<string, string>> {
    const given = names.map(upperCase);
    const rows = await this.database.prepared<{ name: string; objectid: string }>(findUnits, [given]);
    return new Map(rows.map(({ name, objectid }) => [name, objectid]));
  }
}

/** @param rows of one statement */
export async function shownNodesOf(rows: readonly ShownNodeRow[], kindNames: KindNames): Promise<ShownNode[]> {
  const ids = rows.flatMap(({ kind, kinds }) => [kind, ...kinds]);
  const nameOf = await kindNames.of(ids, rows[0]?.kindsVersion ?? 0);
  return rows.map(({ objectid, name, kind, kinds }) => ({
    objectid,
    name,
    label: nameOf(kind),
    kinds: kinds.map(nameOf),
  }));
}
