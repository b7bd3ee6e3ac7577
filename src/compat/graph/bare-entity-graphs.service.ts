import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { detailedNodes } from '../../graph/answers/answer-nodes.js';
import { setGraphTruncated } from '../../http/openapi/graph-version.js';
import { isOfPage } from '../../http/page/page-mark.js';
import { EntityGraphs, type ReadGraph } from '../../modules/entities/entity-graphs.service.js';
import { bareMapOf } from './bare-map.dto.js';

/** Writes the graph of a list with the properties of its nodes. The form has no member that marks a truncated graph. */
@Injectable()
export class BareEntityGraphs extends EntityGraphs {
  override async answer(read: ReadGraph, response: Response): Promise<object> {
    // The page reads the forms of this service.
    if (isOfPage(response.req)) return super.answer(read, response);
    const { nodes, edges, truncated } = await read(detailedNodes);
    setGraphTruncated(response, truncated);
    return bareMapOf(
      nodes,
      Array.from(edges, ({ source, kind, target }) => ({ source: source.id, kind, target: target.id, data: {} })),
    );
  }
}
