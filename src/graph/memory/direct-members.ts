import { Kind } from '../kinds/kind-catalogue.js';
import type { Graph } from './graph.js';

/** The places of the direct members of some groups. @param groups ids */
export function directMembers(
  graph: Pick<Graph, 'placeOf' | 'sources'>,
  groups: readonly number[],
): ReadonlySet<number> {
  const members = new Set<number>();
  for (const id of groups) {
    const group = graph.placeOf(id);
    if (group >= 0) graph.sources(group, Kind.MemberOf, (member) => members.add(member));
  }
  return members;
}
