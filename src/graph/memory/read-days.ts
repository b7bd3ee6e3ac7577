import type { Database, SqlConnection } from '../../database/database.js';
import { Origin } from '../store/list-row.js';
import { lastWrite } from '../store/graph-version.js';
import { dayOfNode, dayOfRecord, firstStoredDay, recordsWithDays } from '../store/renewed-days.js';
import { arrayLength, firstElement, smallintStep } from './copied-array.js';
import { copyOut } from './copy-out.js';
import { codeOfDay, indexOfEdge, layersOf } from './graph-days.js';
import type { GraphData, GraphDays } from './graph-data.js';
import { sharedColumn } from './growing-columns.js';
import { NodePlaces } from './node-places.js';
import { visitEntries } from './read-edges.js';
import { beginReading } from './read-graph.js';

const records = `SELECT r.id, r.owner, (${dayOfRecord} - ${firstStoredDay})::smallint FROM ${recordsWithDays}`;

const nodes = `
  SELECT n.id, n.record, (${dayOfNode('n')} - ${firstStoredDay})::smallint
  FROM node n LEFT JOIN node_days nd ON nd.block = n.id >> 9`;

const lists = `
  SELECT owner, list, peers, kinds, days, record FROM edge_list WHERE origin IN (${Origin.Whole}, ${Origin.Added})`;

/**
 * Adds to a graph the days of its nodes and edges, as store/days.ts defines them. All are read, because loads that change nothing else renew
 * most of them. Edges that the database no longer has get none.
 */
export function withDays(database: Database, graph: GraphData): Promise<GraphData> {
  return database.transaction(async (tx) => ({ ...graph, days: await readDays(tx, graph) }), beginReading);
}

export async function readDays(tx: SqlConnection, graph: GraphData): Promise<GraphDays> {
  const written = await lastWrite(tx);
  const places = new NodePlaces(graph.base.ids, graph.addedIds);
  const { ofNodes, ofRecords, ofOwnRows } = await readRows(tx, places);
  const layers = layersOf(graph);
  const edges = layers.map((layer) => sharedColumn(Uint16Array, layer.in.peer.length));
  await copyOut(tx.client, lists, (row) => {
    const { bytes, at, length } = row;
    const isAdded = arrayLength(row, 4) > 0;
    const first = firstElement(row, 4);
    const ofRecord = length[5]! < 0 ? 0 : ofRecords.of(bytes.readInt32BE(at[5]));
    const ofList = ofRecord || (ofOwnRows[places.of(bytes.readInt32BE(at[0]))] ?? 0);
    visitEntries(row, places, (source, key, target, index) => {
      const day = isAdded ? codeOfDay(bytes.readInt16BE(first + smallintStep * index)) : ofList;
      for (const [number, layer] of layers.entries()) {
        const edge = indexOfEdge(layer, source, key, target);
        if (edge >= 0) raise(edges[number]!, edge, day);
      }
    });
  });
  return { written, nodes: ofNodes, edges };
}

/** Days of rows of nodes alone, and with those of their records. */
async function readRows({ client }: SqlConnection, places: NodePlaces) {
  const ofRecords = new DaysOfIds();
  const ofNodes = sharedColumn(Uint16Array, places.size);
  await copyOut(client, records, ({ bytes, at }) => {
    const day = codeOfDay(bytes.readInt16BE(at[2]));
    ofRecords.set(bytes.readInt32BE(at[0]), day);
    raise(ofNodes, places.of(bytes.readInt32BE(at[1])), day);
  });
  const ofOwnRows = new Uint16Array(places.size);
  await copyOut(client, nodes, ({ bytes, at, length }) => {
    const place = places.of(bytes.readInt32BE(at[0]));
    const day = codeOfDay(bytes.readInt16BE(at[2]));
    raise(ofOwnRows, place, day);
    raise(ofNodes, place, Math.max(day, length[1]! < 0 ? 0 : ofRecords.of(bytes.readInt32BE(at[1]))));
  });
  return { ofNodes, ofRecords, ofOwnRows };
}

/** @param at -1: the graph lacks it */
function raise(days: Uint16Array, at: number, day: number): void {
  if (at >= 0 && days[at]! < day) days[at] = day;
}

const idsOfBlock = 512;

/** Days by ids, which may have large gaps. */
class DaysOfIds {
  private readonly blocks = new Map<number, Uint16Array>();

  set(id: number, day: number): void {
    const number = Math.floor(id / idsOfBlock);
    let block = this.blocks.get(number);
    if (!block) this.blocks.set(number, (block = new Uint16Array(idsOfBlock)));
    block[id % idsOfBlock] = day;
  }

  of(id: number): number {
    return this.blocks.get(Math.floor(id / idsOfBlock))?.[id % idsOfBlock] ?? 0;
  }
}
