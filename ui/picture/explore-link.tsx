import { linkTo } from '../base/address.js';
import type { GraphNode } from './graph.js';

/** More objects make a longer address than servers accept. */
const most = 100;

/** Leads to a picture that grows from these objects, of which the first one begins it. Without any, and with too many, there is none. */
export function ExploreLink({ nodes }: { readonly nodes: readonly GraphNode[] }) {
  const known = nodes.filter(({ isUnknown, objectId }) => isUnknown !== true && objectId !== '');
  const objects = new Set(known.map(({ objectId }) => objectId));
  if (objects.size === 0 || objects.size > most) return null;
  return <a href={linkTo('/explore', { node: [...objects] })}>Explore</a>;
}
