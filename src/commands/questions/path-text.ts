import { type Look, styled, visible, wrapped } from '../terminal.js';
import { textWidth } from '../output/tables.js';
import type { Path, PathNode, PathStep } from './paths-from.js';

/** Returns the text of a node. */
export type Naming = (node: PathNode) => string;

/** `ADA -MemberOf-> STAFF -AdminTo-> PC1`, in lines that break before an edge. */
export function pathLine({ start, steps }: Path, nameOf: Naming, look: Look): string {
  const hops = steps.map((step) => `-${kindsText(step)}-> ${nameOf(step.node)}`);
  const lines = wrapped([nameOf(start), ...hops], textWidth(look), '', '  ');
  return lines.replaceAll(/(?<= )-\S+->(?= )/g, (edge) => styled(look, 'cyan', edge));
}

/** Several kinds are alternatives: `GenericAll|WriteDacl`. */
function kindsText({ kinds }: PathStep): string {
  return visible(kinds.join('|'));
}

/** Names nodes. Different nodes of the same name have their kinds beside it, and of the same kind their object ids. */
export function namingOf(nodes: readonly PathNode[]): Naming {
  const isAlone = (textOf: Naming) => {
    const counts = new Map<string, number>();
    for (const node of nodes) counts.set(textOf(node), (counts.get(textOf(node)) ?? 0) + 1);
    return (node: PathNode) => (counts.get(textOf(node)) ?? 0) <= 1;
  };
  const withKind = (node: PathNode) => `${nodeName(node)} (${visible(node.kind)})`;
  const [hasOwnName, hasOwnKind] = [isAlone(nodeName), isAlone(withKind)];
  return (node) => {
    if (hasOwnName(node)) return nodeName(node);
    return hasOwnKind(node) ? withKind(node) : `${nodeName(node)} (${visible(`${node.kind} ${node.objectId}`)})`;
  };
}

export function nodeName({ label, objectId }: Pick<PathNode, 'label' | 'objectId'>): string {
  return visible(label || objectId);
}

/** Collectors count entries of access control lists that deny, and that neither Windows nor Exchange makes. */
const denials = ['customexplicitdenyacescount', 'custominheriteddenyacescount'];

/** A line for each end of the paths on which rights are denied: paths do not heed such entries. */
export function denialsText(paths: readonly Path[], nameOf: Naming): string[] {
  const ends = new Set(paths.map(({ start, steps }) => steps.at(-1)?.node ?? start));
  return [...ends].flatMap((end) => {
    const counts = denials.map((property) => Number(end.properties?.[property] ?? 0));
    const count = counts.reduce((sum, it) => sum + it, 0);
    return count > 0 ? [`${nameOf(end)} has unusual entries that deny rights (${count}): the last step may fail`] : [];
  });
}
