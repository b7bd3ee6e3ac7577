import { visible, wrapped } from '../terminal.js';
import type { Path, PathNode, PathStep } from './shortest-paths.js';

/** `ADA -MemberOf-> STAFF -AdminTo-> PC1`, in lines that break before an edge. */
export function pathLine({ start, steps }: Path, width: number): string {
  const hops = steps.map((step) => `-${kindsText(step)}-> ${nodeName(step.node)}`);
  return wrapped([nodeName(start), ...hops], width, '', '  ');
}

/** Several kinds are alternatives: `GenericAll|WriteDacl`. */
function kindsText({ kinds }: PathStep): string {
  return visible(kinds.join('|'));
}

export function nodeName({ label, objectId }: Pick<PathNode, 'label' | 'objectId'>): string {
  return visible(label || objectId);
}
