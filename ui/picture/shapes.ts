import { initialOf, kindColour, outlineOf } from '../base/kind-looks.js';
import { type Box, boxHeight, boxWidth, type Line, type Picture } from './bundles.js';
import type { GraphNode } from './graph.js';
import { visible } from './labels.js';

/** An element of SVG. */
export interface Shape {
  readonly tag: 'svg' | 'g' | 'a' | 'rect' | 'path' | 'text' | 'title';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

export interface Drawing {
  readonly label: string;
  /** Returns the sentence between the names of both ends of an edge: `is a member of`. */
  readonly sentenceOf: (kind: string) => string;
  /** The colour of a kind as a value of CSS, if people gave it one. */
  readonly colourOf?: (kind: string) => string | undefined;
  /** The addresses of boxes and lines; without them nothing is a link. */
  readonly links?: { readonly ofBox: (box: Box) => string; readonly ofLine: (line: Line) => string };
  /** Ids of the selected node, and of the ends and the kind of the selected edge. */
  readonly selected?: { readonly node: string | null; readonly edge: string | null };
}

/** Names of a bundle that its title has. */
const mostNames = 10;

export function shapesOf({ width, height, boxes, lines }: Picture, drawing: Drawing): Shape {
  const boxOf = new Map(boxes.map((box) => [box.id, box]));
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    class: 'picture',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'group',
    'aria-label': drawing.label,
  };
  return shape('svg', attributes, [
    shape('rect', { class: 'ground', width, height }),
    ...lines.flatMap((line) => {
      const [source, target] = [boxOf.get(line.source), boxOf.get(line.target)];
      if (!source || !target) return [];
      const isUnknown = [source, target].some(({ nodes: [first] }) => first?.isUnknown);
      return [lineShape(line, lineTitle(line, source, target, drawing), isUnknown, drawing)];
    }),
    ...boxes.map((box) => boxShape(box, drawing)),
  ]);
}

function lineShape(line: Line, title: string, isUnknown: boolean, { links, selected }: Drawing): Shape {
  const { curve, arrow, label } = line;
  const isSelected = line.edges.some((it) => edgeKey(it) === selected?.edge);
  const marks = [isUnknown ? ' unknown' : '', isSelected ? ' selected' : ''];
  return link(links?.ofLine(line), `line${marks.join('')}`, isSelected, [
    shape('title', {}, [title]),
    shape('path', { class: 'target', d: curve }),
    shape('path', { class: 'curve', d: curve }),
    shape('path', { class: 'arrow', d: arrow }),
    shape('text', { class: label.isShown ? 'label' : 'label held', x: label.x, y: label.y + 4 }, [label.text]),
  ]);
}

function boxShape(box: Box, { links, selected, colourOf }: Drawing): Shape {
  const [first] = box.nodes;
  const kinds = new Set(box.nodes.map(({ kind }) => kind));
  const isSelected = box.nodes.some(({ id }) => id === selected?.node);
  const marks = [
    first?.isTierZero ? ' tier-zero' : '',
    first?.isUnknown ? ' unknown' : '',
    box.nodes.length > 1 ? ' several' : '',
    isSelected ? ' selected' : '',
  ];
  const { x, y } = box;
  return link(links?.ofBox(box), `box${marks.join('')}`, isSelected, [
    shape('title', {}, [boxTitle(box)]),
    ...(box.nodes.length > 1
      ? [shape('rect', { class: 'behind', x: x + 3, y: y + 3, width: boxWidth, height: boxHeight, rx: 4 })]
      : []),
    shape('rect', { class: 'frame', x, y, width: boxWidth, height: boxHeight, rx: 4 }),
    icon(kinds.size === 1 ? (first?.kind ?? '') : '', `translate(${x + 8} ${y + 9})`, colourOf),
    shape('text', { class: 'name', x: x + 30, y: y + 15 }, [box.label]),
    shape('text', { class: 'note', x: x + 30, y: y + 28 }, [box.note]),
  ]);
}

export function icon(kind: string, transform: string, colourOf: Drawing['colourOf']): Shape {
  const outline = outlineOf(kind);
  const inner =
    outline === undefined
      ? shape('text', { x: 8, y: 12, 'text-anchor': 'middle' }, [visible(initialOf(kind)) || '…'])
      : shape('path', { d: outline });
  const colour = colourOf?.(kind) ?? kindColour(kind);
  // A file has the styles of the page by their classes, so each colour needs its own.
  const looks = { class: `kind colour-${colour.replaceAll(/[^0-9a-f]/g, '')}`, style: `--colour: ${colour}` };
  return shape('g', { ...looks, transform }, [inner]);
}

function link(href: string | undefined, name: string, isSelected: boolean, children: readonly Shape[]): Shape {
  if (href === undefined) return shape('g', { class: name }, children);
  return shape('a', { href, class: name, ...(isSelected && { 'aria-current': 'true' }) }, children);
}

export function shape(tag: Shape['tag'], attributes: Shape['attributes'], children: Shape['children'] = []): Shape {
  return { tag, attributes, children };
}

/** `ADA@BIRCH.LOCAL, User, tier zero` */
function boxTitle({ nodes, note, label, isRest }: Box): string {
  const names = nodes.slice(0, mostNames).map(nameOf);
  if (nodes.length === 1) return `${names.join('')}, ${note.replaceAll(' · ', ', ')}`;
  const more = nodes.length > mostNames ? ' …' : '';
  return `${label}${isRest ? ' in this layer' : ' with the same edges'}: ${names.join(', ')}${more}`;
}

function lineTitle({ kinds }: Line, source: Box, target: Box, { sentenceOf }: Drawing): string {
  const [from, to] = [endName(source), endName(target)];
  return kinds.map((kind) => `${from} ${sentenceOf(kind)} ${to} (${visible(kind)})`).join('; ');
}

function endName({ nodes: [first, ...others], label }: Box): string {
  return first && others.length === 0 ? nameOf(first) : label;
}

export function nameOf({ name, objectId }: GraphNode): string {
  return visible(name || objectId);
}

/** An edge in an address: `31,7,DCSync`. */
export function edgeKey({ source, target, kind }: { source: string; target: string; kind: string }): string {
  return [source, target, kind].join();
}

/** Presentation attributes of a class, because a file has no style sheet. */
type Styles = (classes: string) => Readonly<Record<string, string>>;

/** A picture as a file of SVG. Its names are texts and never markup. */
export function svgText({ tag, attributes, children }: Shape, stylesOf: Styles): string {
  // The style sets a variable of the page, which the styles of the class have used already.
  const { class: classes, style: _, ...others } = attributes;
  const styles = typeof classes === 'string' ? stylesOf(classes) : {};
  const written = Object.entries({ ...styles, ...others }).map(([name, value]) => ` ${name}="${escaped(`${value}`)}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : svgText(child, stylesOf)));
  return `<${tag}${written.join('')}>${inner.join('')}</${tag}>`;
}

function escaped(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const copied = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'text-anchor',
  'font-family',
  'font-size',
  'font-weight',
];

/** Reads the styles that the page has given to a picture. */
export function stylesIn(picture: Element): Styles {
  const styles = new Map<string, Record<string, string>>();
  for (const element of [picture, ...picture.querySelectorAll('[class]')]) {
    const classes = element.getAttribute('class') ?? '';
    if (styles.has(classes)) continue;
    const computed = getComputedStyle(element);
    styles.set(classes, Object.fromEntries(copied.map((name) => [name, computed.getPropertyValue(name)])));
  }
  return (classes) => styles.get(classes) ?? {};
}
