import type { UnifiedGraphDto } from '../../api/schema.js';
import type { Graph } from '../../picture/graph.js';
import { GraphPaths, listedPaths, type PathList } from './graph-paths.js';
import type { PathQuestion } from './question.js';

/** The paths of an answer: those that it lists, or all of its graph. */
export function pathsOf({ paths }: UnifiedGraphDto, graph: Graph, { start, longer }: PathQuestion): PathList {
  if (paths) return listedPaths(graph, paths);
  return new GraphPaths(graph, start.by === 'node' ? start.ids : [], longer ? 1 : 0);
}
