import type { GraphNode } from '../../picture/graph.js';
import { nameOf } from '../../picture/shapes.js';
import type { GraphPath } from './graph-paths.js';

interface KindTexts {
  readonly sentence: string;
  readonly remediation?: string;
}

/** A path as numbered steps for a report, each with its remedy. */
export function stepsMarkdown({ start, steps }: GraphPath, textsOf: (kind: string) => KindTexts): string {
  const last = steps.at(-1)?.node ?? start;
  const lines = steps.flatMap(({ edges, node }, index) => {
    const source = steps[index - 1]?.node ?? start;
    const sentences = edges.map(
      ({ kind }) => `${named(source)} ${escaped(textsOf(kind).sentence)} ${named(node)}${inBrackets([kind])}`,
    );
    const remedies = edges.flatMap(({ kind }) => textsOf(kind).remediation ?? []);
    return [`${index + 1}. ${sentences.join(', or ')}`, ...remedies.map((text) => `   - Remedy: ${escaped(text)}`)];
  });
  return [`# ${escaped(nameOf(start))} to ${escaped(nameOf(last))}`, '', ...lines, ''].join('\n');
}

function named(node: GraphNode): string {
  const marks = [node.kind, ...(node.isTierZero ? ['tier zero'] : []), ...(node.isDisabled ? ['disabled'] : [])];
  return `**${escaped(nameOf(node))}**${inBrackets(marks)}`;
}

/** Nothing if there is no text: what the account does not see has no kind. */
function inBrackets(texts: readonly string[]): string {
  const shown = texts.filter((text) => text !== '');
  return shown.length === 0 ? '' : ` (${escaped(shown.join(', '))})`;
}

/** Characters that are markup in Markdown or HTML; `:`, `@` and `.` would make links of addresses. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()<>#+!|~&"'=-]/g, '\\$&').replaceAll(/(https?|ftp|mailto|www)([:.])/gi, '$1\\$2');
}
