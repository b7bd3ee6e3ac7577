import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type DetailedNode, detailedNodes } from '../../graph/answers/answer-nodes.js';
import type { EntityPaths } from '../../graph/answers/entity-reader.js';
import { JsonStream } from '../../http/json-text.js';
import { setGraphTruncated } from '../../http/openapi/graph-version.js';
import { isOfPage } from '../../http/page/page-mark.js';
import {
  EntityGraphs,
  type ReadGraph,
  textInParts,
  writtenAtOnce,
} from '../../modules/entities/entity-graphs.service.js';
import { type BareEdge, bareItems } from './bare-map.dto.js';

/** Writes the graph of a list with the properties of its nodes. The form has no member that marks a truncated graph. */
@Injectable()
export class BareEntityGraphs extends EntityGraphs {
  override async answer(read: ReadGraph, response: Response): Promise<object> {
    // The page reads the forms of this service.
    if (isOfPage(response.req)) return super.answer(read, response);
    const { nodes, edges, edgeCount, truncated } = await read(detailedNodes);
    setGraphTruncated(response, truncated);
    const items = bareItems(nodes, edgesOf(edges));
    return nodes.length + edgeCount > writtenAtOnce ? new JsonStream(textOf(items)) : Object.fromEntries(items);
  }
}

function* edgesOf(edges: EntityPaths<DetailedNode>['edges']): Generator<BareEdge, void, undefined> {
  for (const { source, kind, target } of edges) yield { source: source.id, kind, target: target.id, data: {} };
}

async function* textOf(items: Iterable<readonly [string, object]>): AsyncGenerator<string, void, undefined> {
  yield '{';
  yield* textInParts(items, ([key, item]) => `"${key}":${JSON.stringify(item)}`);
  yield '}';
}
