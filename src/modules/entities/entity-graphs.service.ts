import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { type AnswerNode, type NodeForm, shownNodes } from '../../graph/answers/answer-nodes.js';
import type { EntityPaths } from '../../graph/answers/entity-reader.js';
import type { ShownNode } from '../../graph/questions/pages/shown-node.js';
import { JsonStream } from '../../http/json-text.js';
import { toEntityDto, toEntityEdgeDto, toEntityGraphDto } from './entities.dto.js';

/** Reads the graph of a list with its nodes in this form. */
export type ReadGraph = <Node extends AnswerNode>(form: NodeForm<Node>) => Promise<EntityPaths<Node>>;

/** Nodes or edges that are written before other requests have their turn. */
export const writtenAtOnce = 1000;

/** Writes the graph of a list. A global module may provide a class with another form. */
export class EntityGraphs {
  async answer(read: ReadGraph, _response: Response): Promise<object> {
    const graph = await read(shownNodes);
    if (graph.nodes.length + graph.edgeCount > writtenAtOnce) return new JsonStream(textOf(graph));
    return { data: toEntityGraphDto(graph) };
  }
}

async function* textOf({ nodes, edges, truncated }: EntityPaths<ShownNode>): AsyncGenerator<string, void, undefined> {
  yield '{"data":{"nodes":[';
  yield* textInParts(nodes, (node) => JSON.stringify(toEntityDto(node)));
  yield '],"edges":[';
  yield* textInParts(edges, (edge) => JSON.stringify(toEntityEdgeDto(edge)));
  yield `],"truncated":${truncated}}}`;
}

/** The texts of items with commas between them. Other requests have their turn after each part. */
export async function* textInParts<T>(
  items: Iterable<T>,
  toText: (item: T) => string,
): AsyncGenerator<string, void, undefined> {
  let [some, comma] = ['', ''];
  let count = 0;
  for (const item of items) {
    some += comma + toText(item);
    comma = ',';
    if (++count % writtenAtOnce > 0) continue;
    yield some;
    some = '';
    await setImmediate();
  }
  yield some;
}
