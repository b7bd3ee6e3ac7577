import { h, type VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { linkTo, linkWith, type Values } from '../base/address.js';
import { customColours } from '../base/kind-icon.js';
import { useKindTexts } from '../base/kind-texts.js';
import { objectPath } from '../base/parts.js';
import type { Ends, Picture } from './bundles.js';
import type { Graph } from './graph.js';
import { measure } from './measure.js';
import { layout } from './layout.js';
import { type Drawing, edgeKey, type Shape, shapesOf } from './shapes.js';
import './picture.css';

/** Pixels. Below, a picture goes from top to bottom. */
const NARROW = 700;
/** A larger picture scrolls. */
const SMALLEST_SCALE = 0.8;

interface PictureViewProps extends Omit<Drawing, 'sentenceOf' | 'colourOf'> {
  readonly graph: Graph;
  readonly ends: Ends;
}

/** A picture of a graph. Its boxes and lines are links. */
export function PictureView({ graph, ends, ...drawn }: PictureViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const colours = customColours.value;
  const { sentenceOf } = useKindTexts();
  const drawing = { ...drawn, sentenceOf, colourOf: (kind: string) => colours.get(kind) };
  const width = useWidth(frame);
  const picture = useMemo(
    () => (width === 0 ? null : fittingLayout(graph, ends, width)),
    [graph, ends.starts.join(), ends.ends.join(), width],
  );
  return (
    <div ref={frame} class="picture-frame">
      {picture && element(scaled(shapesOf(picture, drawing), picture, width))}
    </div>
  );
}

/** From left to right; from top to bottom in a narrow frame, and where a long chain would scroll. */
function fittingLayout(graph: Graph, ends: Ends, width: number): Picture {
  const at = (isVertical: boolean) => layout(graph, ends, { width: width / SMALLEST_SCALE, isVertical, measure });
  if (width < NARROW) return at(true);
  const wide = at(false);
  if (wide.width * SMALLEST_SCALE <= width) return wide;
  const tall = at(true);
  const rows = new Set(tall.boxes.map(({ y }) => y));
  return rows.size === new Set(tall.boxes.map(({ layer }) => layer)).size ? tall : wide;
}

function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!frame.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return width;
}

function scaled(svg: Shape, { width, height }: Picture, available: number): Shape {
  const scale = Math.min(1, Math.max(SMALLEST_SCALE, available / width));
  return { ...svg, attributes: { ...svg.attributes, width: width * scale, height: height * scale } };
}

function element({ tag, attributes, children }: Shape): VNode {
  return h(tag, attributes, ...children.map((child) => (typeof child === 'string' ? child : element(child))));
}

interface ObjectPictureProps {
  readonly graph: Graph;
  readonly ends: Ends;
  readonly label: string;
  /** Values of the address by which the answer is a table. */
  readonly asTable: Values;
}

/** A picture of objects: a node opens its object, several nodes the same answer as a table, an edge its explanation. */
export function ObjectPicture({ graph, ends, label, asTable }: ObjectPictureProps) {
  const objectIds = new Map(graph.nodes.map(({ id, objectId }) => [id, objectId]));
  const links: Drawing['links'] = {
    ofBox: ({ nodes: [node, ...others] }) => (others.length > 0 ? linkWith(asTable) : objectPath(node?.objectId ?? '')),
    ofLine: ({ edges: [edge] }) => {
      if (!edge) return linkWith({});
      const ids = { start_node: objectIds.get(edge.source), end_node: objectIds.get(edge.target) };
      return linkTo('/paths', { ...ids, edge: edgeKey(edge) });
    },
  };
  return <PictureView graph={graph} ends={ends} label={label} links={links} />;
}
