import type { Response } from 'express';
import { type AnswerNode, type NodeForm, shownNodes } from '../../graph/answers/answer-nodes.js';
import type { EntityPaths } from '../../graph/answers/entity-reader.js';
import { toEntityGraphDto } from './entities.dto.js';

/** Reads the graph of a list with its nodes in this form. */
export type ReadGraph = <Node extends AnswerNode>(form: NodeForm<Node>) => Promise<EntityPaths<Node>>;

/** Writes the graph of a list. A global module may provide a class with another form. */
export class EntityGraphs {
  async answer(read: ReadGraph, _response: Response): Promise<object> {
    return { data: toEntityGraphDto(await read(shownNodes)) };
  }
}
