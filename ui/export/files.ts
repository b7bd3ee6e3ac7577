import { addTo, byEnds, compare, type Graph, type GraphNode, originOf } from '../picture/graph.js';

/**
 * Replaces names and ids of nodes by the capital letters of their kinds and a number: `U1`, `G2`. Nothing else of a node names it: its
 * properties are not part of the graph.
 */
export function withoutNames({ nodes, edges }: Graph): Graph {
  const letters = new Map<string, GraphNode[]>();
  for (const node of nodes.toSorted((one, other) => compare(one.id, other.id))) addTo(letters, lettersOf(node), node);
  const named = [...letters].flatMap(([letter, list]) =>
    list.map((node, index) => [node.id, `${letter}${index + 1}`] as const),
  );
  const names = new Map(named);
  const hidden = (id: string) => names.get(id) ?? '';
  return {
    nodes: nodes.map((node) => ({ ...node, id: hidden(node.id), objectId: hidden(node.id), name: hidden(node.id) })),
    edges: edges.map((edge) => ({ ...edge, source: hidden(edge.source), target: hidden(edge.target) })),
  };
}

function lettersOf({ kind }: GraphNode): string {
  return kind.replaceAll(/[^A-Z]/g, '') || 'N';
}

const head = ['from', 'from id', 'kind', 'to', 'to id', 'last seen', 'source'];

/** All edges as a table (RFC 4180). */
export function edgesCsv({ nodes, edges }: Graph): string {
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const rows = edges.toSorted(byEnds).map((edge) => {
    const [from, to] = [nodeOf.get(edge.source), nodeOf.get(edge.target)];
    const ends = [from?.name ?? '', from?.objectId ?? '', edge.kind, to?.name ?? '', to?.objectId ?? ''];
    return [...ends, edge.lastSeen ?? '', originOf(edge)];
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

/** A graph without names in the form of an answer. It has no properties, because they can name anything. */
export function answerJson({ nodes, edges }: Graph, isTruncated: boolean): string {
  const written = nodes.map(({ id, objectId, name, kind, isTierZero, isOwned, lastSeen }) => [
    id,
    { label: name, kind, objectId, isTierZero, isOwnedObject: isOwned, ...(lastSeen !== null && { lastSeen }) },
  ]);
  const data = {
    nodes: Object.fromEntries(written),
    edges: edges.map(({ lastSeen, ...edge }) => ({
      ...edge,
      label: edge.kind,
      ...(lastSeen !== null && { lastSeen }),
    })),
    truncated: isTruncated,
  };
  return JSON.stringify({ data }, null, 2);
}

/** Pixels of the image for each pixel of the picture. */
const DENSITY = 2;
/** Of the longer side: browsers refuse larger ones. */
const LONGEST = 16_000;

/** Draws a picture as an image. @throws Error if the browser cannot */
export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const density = Math.min(DENSITY, LONGEST / Math.max(width, height));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.ceil(width * density), Math.ceil(height * density)];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('The browser cannot draw an image of this size.');
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A name that all file systems take: `paths-ADA-BIRCH-LOCAL-to-tier-zero.svg`. */
export function fileName(words: readonly string[], ending: string): string {
  const parts = words.map((word) =>
    word
      .normalize('NFKD')
      .replaceAll(/[^\w]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40),
  );
  return `${parts.filter(Boolean).join('-') || 'graph'}.${ending}`;
}
