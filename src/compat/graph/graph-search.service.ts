import { Injectable } from '@nestjs/common';
import { type DetailedNode, detailedNodes } from '../../graph/answers/answer-nodes.js';
import { GraphReader, type Versioned } from '../../graph/answers/graph-reader.js';

/** As in the reference product. */
const maxResults = 10;

@Injectable()
export class GraphSearchService {
  constructor(private readonly graph: GraphReader) {}

  /**
   * Finds entities as `GET /api/v2/search` does, the best ten.
   * @param isExact only those whose object id, name or distinguished name is the query
   */
  async find(query: string, isExact: boolean): Promise<Versioned<readonly DetailedNode[]>> {
    const wanted = query.trim();
    const request = {
      query: wanted,
      kinds: null,
      environments: null,
      among: null,
      except: null,
      skip: 0,
      limit: maxResults,
    };
    const question = { name: 'search', about: [], args: () => request } as const;
    const { version, answer, nodes } = await this.graph.ask(question, detailedNodes);
    const found = answer.ids.flatMap((id) => nodes.get(id) ?? []);
    return { version, answer: isExact ? found.filter((node) => isNamed(node, wanted)) : found };
  }
}

function isNamed({ objectid, name, properties }: DetailedNode, wanted: string): boolean {
  const names = [objectid, name, properties['distinguishedname']];
  return names.some((it) => typeof it === 'string' && it.toUpperCase() === wanted.toUpperCase());
}
