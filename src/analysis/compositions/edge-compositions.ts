import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { shownNodes } from '../../graph/answer-nodes.js';
import { GraphReader, type NodeReference, type UnknownNodes } from '../../graph/graph-reader.js';
import { PathReader, type Subgraph, type SubgraphShape } from '../../graph/path-reader.js';
import { passingNodes } from './node-tests.js';
import { reasonsFor } from './reasons.js';

/** Explains edges that the analysis has derived. */
@Injectable()
export class EdgeCompositions {
  constructor(
    private readonly reader: GraphReader,
    private readonly paths: PathReader,
    private readonly database: Database,
  ) {}

  /**
   * The stored edges from which an edge follows.
   * @param kindsVersion of the number of the kind
   * @returns null if there is no such edge
   */
  async find<Node, Edge>(
    source: NodeReference,
    kind: number,
    target: NodeReference,
    kindsVersion: number,
    shape: SubgraphShape<Node, Edge>,
  ): Promise<Subgraph<Node, Edge> | UnknownNodes | null> {
    const about = [source, target];
    const reasons = reasonsFor(kind);
    const edgeOf = ([from, to]: readonly number[]) => ({ source: from!, kind, target: to!, reasons });
    const first = await this.reader.ask(
      { name: 'composition', about, kindsVersion, args: (nodes) => ({ ...edgeOf(nodes), passed: null }) },
      shownNodes,
    );
    if ('unknown' in first) return first;
    if (!first.answer.isFound) return null;
    const passed = await passingNodes(this.database, first.answer.toTest);
    const asked = await this.paths.ask(
      { name: 'composition', about, kindsVersion, args: (nodes) => ({ ...edgeOf(nodes), passed }) },
      shape,
    );
    if ('unknown' in asked) return asked;
    const { answer } = asked;
    return answer.isFound ? { ...asked, truncated: answer.truncated } : null;
  }
}
