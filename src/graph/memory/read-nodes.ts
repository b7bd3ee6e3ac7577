import type pg from 'pg';
import { Kind } from '../kinds/kind-catalogue.js';
import { smallintsOf } from './copied-array.js';
import { type CopiedRow, copyOut } from './copy-out.js';
import { type GraphData, NodeFlag } from './graph-data.js';
import { type PropertyCodes, propertyCodes, propertyFields } from './property-columns.js';
import { Numbering } from '../../base/values/numbering.js';

/** A node as it is read. */
export interface NodeRow {
  readonly id: number;
  readonly kind: number;
  readonly kindSet: number;
  readonly environment: number;
  /** Bits of {@link NodeFlag} that the row gives. */
  readonly state: number;
  readonly properties: PropertyCodes;
}

type NumberedValues = Pick<GraphData, 'kindSets' | 'environments' | 'texts'>;

/** Numbers the few different values of a property that each node has. */
export class NodeNumberings {
  readonly kindSets: Numbering<readonly number[]>;
  readonly environments: Numbering<string>;
  readonly texts: Numbering<string>;

  constructor({ kindSets, environments, texts }: NumberedValues = { kindSets: [], environments: [], texts: [] }) {
    this.kindSets = new Numbering(String, [...kindSets]);
    this.environments = new Numbering(String, [...environments]);
    this.texts = new Numbering(String, [...texts]);
  }

  get values(): NumberedValues {
    const { kindSets, environments, texts } = this;
    return { kindSets: kindSets.values, environments: environments.values, texts: texts.values };
  }
}

const columns = `
  SELECT id, kind, kinds, environment,
    kind IN (${Kind.OU}, ${Kind.Domain}) AND coalesce(props -> 'blocksinheritance' = 'true', false) AS blocks,
    coalesce('true' IN (props -> 'isaclprotected', props -> 'ignoresinheritedaces', props -> 'adminsdholderprotected'), false) AS protected,
    ${propertyFields}
  FROM node`;

/**
 * Visits nodes.
 * @param ids those to read; null: all
 */
export function readNodes(
  client: Pick<pg.ClientBase, 'query'>,
  { kindSets, environments, texts }: NodeNumberings,
  ids: readonly number[] | null,
  visit: (node: NodeRow) => void,
): Promise<void> {
  const setsByBytes = new Map<string, number>();
  const setOf = (row: CopiedRow): number => {
    const bytes = row.bytes.toString('latin1', row.at[2], row.at[2]! + row.length[2]!);
    let set = setsByBytes.get(bytes);
    if (set === undefined) setsByBytes.set(bytes, (set = kindSets.of(smallintsOf(row, 2))));
    return set;
  };
  return copyOut(client, ids ? `${columns} WHERE id = ANY ('{${ids.join(',')}}'::int[])` : columns, (row) => {
    const { bytes, at, length } = row;
    const environment = length[3]! < 0 ? null : bytes.toString('utf8', at[3], at[3]! + length[3]!);
    visit({
      id: bytes.readInt32BE(at[0]),
      kind: bytes.readInt16BE(at[1]),
      kindSet: setOf(row),
      environment: environment === null ? -1 : environments.of(environment),
      state:
        NodeFlag.Exists |
        (bytes[at[4]!] === 1 ? NodeFlag.BlocksInheritance : 0) |
        (bytes[at[5]!] === 1 ? NodeFlag.Protected : 0),
      properties: propertyCodes(row, 6, texts),
    });
  });
}
