import {
  type Box,
  boxHeight,
  boxWidth,
  type Bundle,
  type Line,
  type Link,
  type Picture,
  type Point,
} from './bundles.js';
import { curveOf } from './curves.js';
import type { GraphEdge } from './graph.js';
import { boxLabel, boxNote, commonDomain, linkLabel, type Measure } from './labels.js';

export interface Space {
  /** Pixels. */
  readonly width: number;
  readonly isVertical: boolean;
  readonly measure: Measure;
}

/** Between the boxes of a layer. */
const spacing = 12;
const margin = 8;
const smallestGap = 56;
/** Of an edge's label, together on both sides. */
const labelPadding = 34;
const labelHeight = 14;
/** Width of a box without its label: icon and padding. */
const boxPadding = 36;
const mostLabels = 60;
/** Of lines between two layers: two for each box of a full layer. */
const mostInGap = 24;
/** Where a label may be on its line. */
const labelPlaces = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];

/** Places layers of bundles and the lines between them. */
export function place(layers: readonly (readonly Bundle[])[], links: readonly Link[], space: Space): Picture {
  const { isVertical, measure } = space;
  const texts = new Map(links.map((link) => [link, linkLabel(kindsOf(link.edges))]));
  const widthOf = (link: Link) => Math.ceil(measure(texts.get(link) ?? ''));
  const layerOf = new Map(layers.flatMap((layer, index) => layer.map(({ id }) => [id, index] as const)));
  const gapOf = ({ source, target }: Link) => Math.min(layerOf.get(source) ?? 0, layerOf.get(target) ?? 0);
  const linksIn = layers.map((_, index) => links.filter((link) => gapOf(link) === index));
  const labelled = new Set(
    links.length <= mostLabels ? linksIn.filter(({ length }) => length <= mostInGap).flat() : [],
  );
  const gaps = linksIn.map((inGap, index) => {
    if (index === layers.length - 1 && inGap.length === 0) return 0;
    const widths = isVertical ? [] : inGap.filter((link) => labelled.has(link)).map(widthOf);
    return Math.max(smallestGap, ...widths.map((width) => width + labelPadding));
  });
  const widest = Math.max(0, ...Array.from(labelled, widthOf));
  const { boxes, width, height } = placeBoxes(layers, gaps, space, widest);
  const boxOf = new Map(boxes.map((box) => [box.id, box]));
  const taken = boxes.map(({ x, y }) => rectangle(x + boxWidth / 2, y + boxHeight / 2, boxWidth, boxHeight));
  const lines = links.flatMap((link): Line[] => {
    const [source, target] = [boxOf.get(link.source), boxOf.get(link.target)];
    if (!source || !target) return [];
    const { pointAt, ...drawn } = curveOf(source, target, isVertical);
    const half = widthOf(link) / 2;
    const places = labelPlaces.map((part) => {
      const { x, y } = pointAt(part);
      return rectangle(Math.max(half, Math.min(x, width - half)), y, widthOf(link), labelHeight);
    });
    const free = labelled.has(link) ? places.find((it) => taken.every((other) => !overlaps(it, other))) : undefined;
    if (free) taken.push(free);
    const { x = 0, y = 0 } = free ?? places[0] ?? {};
    const label = { text: texts.get(link) ?? '', x, y, isShown: free !== undefined };
    return [{ ...link, ...drawn, kinds: kindsOf(link.edges), label }];
  });
  return { width, height, boxes, lines };
}

function kindsOf(edges: readonly GraphEdge[]): string[] {
  return [...new Set(edges.map(({ kind }) => kind))].toSorted();
}

/** @param gaps after each layer @param widest label, for which a picture from top to bottom has room */
function placeBoxes(
  layers: readonly (readonly Bundle[])[],
  gaps: readonly number[],
  { isVertical, width, measure }: Space,
  widest: number,
): Omit<Picture, 'lines'> {
  const [length, breadth] = isVertical ? [boxHeight, boxWidth] : [boxWidth, boxHeight];
  const largest = Math.max(1, ...layers.map((layer) => layer.length));
  // In a narrow picture a layer has several rows.
  const fitting = isVertical ? Math.max(1, Math.floor((width - 2 * margin + spacing) / (breadth + spacing))) : largest;
  const inRow = Math.min(fitting, largest);
  const breadthOf = (count: number) => count * (breadth + spacing) - spacing;
  const across = Math.max(breadthOf(inRow), isVertical ? widest : 0) + 2 * margin;
  const domain = commonDomain(layers.flat().flatMap(({ nodes }) => nodes));
  const boxes: Box[] = [];
  let along = margin;
  for (const [layer, bundles] of layers.entries()) {
    for (const [index, it] of bundles.entries()) {
      const row = Math.floor(index / inRow);
      const main = along + row * (length + spacing);
      const unused = across - breadthOf(Math.min(inRow, bundles.length - row * inRow));
      const cross = unused / 2 + (index % inRow) * (breadth + spacing);
      boxes.push({
        ...it,
        layer,
        ...(isVertical ? { x: cross, y: main } : { x: main, y: cross }),
        label: boxLabel(it, domain, boxWidth - boxPadding, measure),
        note: boxNote(it, boxWidth - boxPadding, measure),
      });
    }
    along += Math.ceil(bundles.length / inRow) * (length + spacing) - spacing + (gaps[layer] ?? 0);
  }
  along += margin;
  return { boxes, ...(isVertical ? { width: across, height: along } : { width: along, height: across }) };
}

/** Around its middle. */
interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

function rectangle(x: number, y: number, width: number, height: number): Rectangle {
  return { x, y, width, height };
}

function overlaps(one: Rectangle, other: Rectangle): boolean {
  const [x, y] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
  return x < (one.width + other.width) / 2 + 4 && y < (one.height + other.height) / 2;
}
