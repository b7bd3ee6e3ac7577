import { Injectable } from '@nestjs/common';
import { kindNames } from '../../graph/kinds/kind-catalogue.js';
import type { ShownNode } from '../../graph/questions/pages/shown-node.js';
import { apiBase } from '../../http/openapi/api-controller.decorator.js';
import { cloudKinds } from './cloud-table.js';
import { directoryKinds } from './directory-table.js';
import type { EntityKind } from './entity-kind.js';

/** The address of an entity of one kind, up to its object id. */
type Prefixes = ReadonlyMap<string, string>;

const prefixes: Prefixes = new Map([
  ...cloudKinds.flatMap((kind) => named(kind, `/${apiBase}/cloud/${kind.path}?object_id=`)),
  ...directoryKinds.flatMap((kind) => named(kind, `/${apiBase}/${kind.path}/`)),
]);

/** The addresses of entities in the API. */
@Injectable()
export class EntityAddresses {
  /** The address for the primary kind, or the first other kind that has one; else the address for entities of any kind. */
  of({ objectid, label, kinds }: ShownNode): string {
    const prefix = [label, ...kinds].map((kind) => prefixes.get(kind)).find((it) => it !== undefined);
    return `${prefix ?? `/${apiBase}/base/`}${encodeURIComponent(objectid)}`;
  }
}

function named({ kinds = [] }: EntityKind, prefix: string): [string, string][] {
  return kinds.flatMap((kind) => {
    const name = kindNames.get(kind);
    return name === undefined ? [] : [[name, prefix]];
  });
}
