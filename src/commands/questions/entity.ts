import { knownNames } from '../../http/input/unknown-name.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { cloudKinds } from '../../modules/entities/cloud-table.js';
import { directoryKinds } from '../../modules/entities/directory-table.js';
import type { EntityKind } from '../../modules/entities/entity-kind.js';
import { type Hit, nodeByName } from './node-by-name.js';
import type { Query, ServiceClient } from './service-client.js';

/** A target of the service. */
export interface Target {
  readonly path: string;
  readonly query: Query;
}

/** A node with its panel in the service. */
export interface NamedEntity {
  readonly node: Hit;
  /** The row of its primary kind, or else the row for any entity. */
  readonly kind: EntityKind;
  readonly panel: Target;
  readonly isOfCloud: boolean;
}

/** @throws Error if no node has the name, or several have it */
export async function entityByName(service: ServiceClient, name: string): Promise<NamedEntity> {
  const node = await nodeByName(service, name);
  const isOfCloud = node.kinds.includes('AZBase');
  const kind = rowOf(node.type, isOfCloud ? cloudKinds : directoryKinds);
  const panel = isOfCloud
    ? { path: `/api/v2/cloud/${kind.path}`, query: { object_id: node.objectid } }
    : { path: `/api/v2/${kind.path}/${encodeURIComponent(node.objectid)}`, query: {} };
  return { node, kind, panel, isOfCloud };
}

/** The first row is for entities of any kind. */
function rowOf(type: string, [any, ...rows]: readonly EntityKind[]): EntityKind {
  const id = Object.entries(Kind).find(([name]) => name === type)?.[1];
  const row = rows.find(({ kinds }) => id !== undefined && kinds?.includes(id)) ?? any;
  if (!row) throw new Error('the table of entities is empty');
  return row;
}

/** @throws Error if entities of this kind have no such list */
export function listOf(
  { kind: { noun, lists }, panel: { path, query }, isOfCloud }: NamedEntity,
  name: string,
): Target {
  if (!lists.some((list) => list.name === name)) {
    const names = knownNames(
      name,
      lists.map((list) => list.name),
    );
    throw new Error(`--list: no ${noun} has a list ${name}; ${names}`);
  }
  return isOfCloud ? { path, query: { ...query, related_entity_type: name } } : { path: `${path}/${name}`, query };
}
