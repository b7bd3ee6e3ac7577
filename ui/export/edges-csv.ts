import { byEnds, type Graph } from '../picture/graph.js';

const head = ['from', 'from id', 'kind', 'to', 'to id', 'last seen', 'source'];

/** All edges as a table (RFC 4180). */
export function edgesCsv({ nodes, edges }: Graph): string {
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const rows = edges.toSorted(byEnds).map(({ source, kind, target, lastSeen }) => {
    const [from, to] = [nodeOf.get(source), nodeOf.get(target)];
    const ends = [from?.name ?? '', from?.objectId ?? '', kind, to?.name ?? '', to?.objectId ?? ''];
    return [...ends, lastSeen ?? '', lastSeen === null ? 'derived' : 'stated'];
  });
  return [head, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/**
 * Spreadsheets run a text as a formula if it begins with one of these characters; East Asian editions also accept their wide forms. A
 * leading apostrophe prevents that.
 */
function cell(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
