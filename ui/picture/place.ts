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
import { type Course, curveOf } from './curves.js';
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

/** Where a layer begins and ends, along the direction from the starts to the ends. */
interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Places layers of bundles and the lines between them. */
export function place(layers: readonly (readonly Bundle[])[], links: readonly Link[], space: Space): Picture {
  const { isVertical, measure } = space;
  const texts = new Map(links.map((link) => [link, linkLabel(kindsOf(link.edges))]));
  const widthOf = (link: Link) => measure(texts.get(link) ?? '');
  const layerOf = new Map(layers.flatMap((layer, index) => layer.map(({ id }) => [id, index] as const)));
  const gapOf = ({ source, target }: Link) => Math.min(layerOf.get(source) ?? 0, layerOf.get(target) ?? 0);
  const linksIn = layers.map((_, index) => links.filter((link) => gapOf(link) === index));
  const labelled = new Set(
    links.length <= mostLabels ? linksIn.filter(({ length }) => length <= mostInGap).flat() : [],
  );
  const gaps = linksIn.map((inGap, index) => {
    if (index === layers.length - 1 && inGap.length === 0) return 0;
    const widths = isVertical ? [] : inGap.filter((link) => labelled.has(link)).map(widthOf);
    return Math.max(smallestGap, ...widths.map((width) => Math.ceil(width) + labelPadding));
  });
  const domain = commonDomain(layers.flat().flatMap(({ nodes }) => nodes));
  const widest = Math.max(0, ...Array.from(labelled, widthOf));
  const { boxes, extents, across } = placeBoxes(layers, gaps, space, widest, (it) => ({
    label: boxLabel(it, domain, boxWidth - boxPadding, measure),
    note: boxNote(it, boxWidth - boxPadding, measure),
  }));
  const boxOf = new Map(boxes.map((box) => [box.id, box]));
  const taken: Rectangle[] = [];
  const lines = links.flatMap((link): Line[] => {
    const [source, target] = [boxOf.get(link.source), boxOf.get(link.target)];
    if (!source || !target) return [];
    const text = texts.get(link) ?? '';
    const course = curveOf(source, target, isVertical);
    const index = gapOf(link);
    const gap = { from: extents[index]?.to ?? 0, to: (extents[index]?.to ?? 0) + (gaps[index] ?? 0) };
    const label = placeLabel(widthOf(link), course, gap, isVertical ? across : Infinity, taken);
    const isShown = labelled.has(link) && label.isFree;
    if (isShown) taken.push(label.rectangle);
    return [
      {
        ...link,
        kinds: kindsOf(link.edges),
        curve: course.curve,
        arrow: course.arrow,
        label: { text, ...label.at, isShown },
      },
    ];
  });
  const along = (extents.at(-1)?.to ?? margin) + (gaps.at(-1) ?? 0) + margin;
  return { width: isVertical ? across : along, height: isVertical ? along : across, boxes, lines };
}

function kindsOf(edges: readonly GraphEdge[]): string[] {
  return [...new Set(edges.map(({ kind }) => kind))].toSorted();
}

/** @param gaps after each layer @param widest label, for which a picture from top to bottom has room */
function placeBoxes(
  layers: readonly (readonly Bundle[])[],
  gaps: readonly number[],
  { isVertical, width }: Space,
  widest: number,
  textsOf: (bundle: Bundle) => Pick<Box, 'label' | 'note'>,
) {
  const [length, breadth] = isVertical ? [boxHeight, boxWidth] : [boxWidth, boxHeight];
  const largest = Math.max(1, ...layers.map((layer) => layer.length));
  // In a narrow picture a layer has several rows.
  const fitting = isVertical ? Math.max(1, Math.floor((width - 2 * margin + spacing) / (breadth + spacing))) : largest;
  const inRow = Math.min(fitting, largest);
  const breadthOf = (count: number) => count * (breadth + spacing) - spacing;
  const across = Math.max(breadthOf(inRow), isVertical ? widest : 0) + 2 * margin;
  const extents: Extent[] = [];
  const boxes: Box[] = [];
  let from = margin;
  for (const [layer, bundles] of layers.entries()) {
    for (const [index, it] of bundles.entries()) {
      const row = Math.floor(index / inRow);
      const main = from + row * (length + spacing);
      const unused = across - breadthOf(Math.min(inRow, bundles.length - row * inRow));
      const cross = unused / 2 + (index % inRow) * (breadth + spacing);
      boxes.push({ ...it, layer, ...(isVertical ? { x: cross, y: main } : { x: main, y: cross }), ...textsOf(it) });
    }
    const to = from + Math.ceil(bundles.length / inRow) * (length + spacing) - spacing;
    extents.push({ from, to });
    from = to + (gaps[layer] ?? 0);
  }
  return { boxes, extents, across };
}

interface Rectangle extends Point {
  readonly width: number;
}

/**
 * Finds a place of a label on its line, between two layers, that no other label has.
 * @param across width of a picture from top to bottom, whose labels stay inside of it; else infinite
 */
function placeLabel(
  width: number,
  { pointAt }: Course,
  { from, to }: Extent,
  across: number,
  taken: readonly Rectangle[],
) {
  const slack = Math.max(0, (to - from - (across < Infinity ? labelHeight : width)) / 2 - 4);
  const rectangleAt = (part: number): Rectangle => {
    const { x, y } = pointAt((from + to) / 2 + part * slack);
    return { x: Math.max(width / 2, Math.min(x, across - width / 2)), y, width };
  };
  const free = [0, -0.5, 0.5, -1, 1].map(rectangleAt).find((it) => !taken.some((other) => overlaps(it, other)));
  const rectangle = free ?? rectangleAt(0);
  return { at: { x: rectangle.x, y: rectangle.y }, rectangle, isFree: free !== undefined };
}

function overlaps(one: Rectangle, other: Rectangle): boolean {
  return Math.abs(one.x - other.x) < (one.width + other.width) / 2 + 4 && Math.abs(one.y - other.y) < labelHeight;
}
