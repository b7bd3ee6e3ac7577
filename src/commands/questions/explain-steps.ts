import { descriptionOf } from '../../graph/kinds/descriptions/kind-descriptions.js';
import { textWidth } from '../output/tables.js';
import { type Look, styled, visible, wrapped } from '../terminal.js';
import type { Naming } from './path-text.js';
import type { Path, PathNode } from './paths-from.js';

interface Edge {
  readonly source: PathNode;
  readonly kind: string;
  readonly target: PathNode;
}

/** Explains each edge of the paths once, in the order of the paths. Each explanation begins with an empty line. */
export function explanations(paths: readonly Path[], nameOf: Naming, look: Look): string[] {
  const edges = new Map(
    paths.flatMap(edgesOf).map((edge) => [[edge.source.objectId, edge.kind, edge.target.objectId].join('\0'), edge]),
  );
  return [...edges.values()].map((edge) => `\n${explanation(edge, nameOf, look)}`);
}

function edgesOf({ start, steps }: Path): Edge[] {
  return steps.flatMap(({ kinds, node }, index) => {
    const source = steps[index - 1]?.node ?? start;
    return kinds.map((kind) => ({ source, kind, target: node }));
  });
}

function explanation({ source, kind, target }: Edge, nameOf: Naming, look: Look): string {
  const width = textWidth(look);
  const description = descriptionOf(kind);
  const words = [nameOf(source), description?.sentence ?? 'leads to', nameOf(target)];
  const title = styled(look, 'bold', wrapped(`${words.join(' ')} (${visible(kind)})`, width, '', '  '));
  if (!description) return [title, wrapped('No description: a file added this kind.', width, '  ')].join('\n');
  return [
    title,
    wrapped(`Danger: ${description.danger}`, width, '  ', '    '),
    wrapped(`Remedy: ${description.remediation}`, width, '  ', '    '),
  ].join('\n');
}
