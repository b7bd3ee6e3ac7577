import type { GraphNode } from '../picture/graph.js';
import { bezier } from '../picture/curves.js';
import { icon, shape, type Shape } from '../picture/shapes.js';
import { visible } from '../picture/labels.js';
import { type Area, meets, seen, type Window } from '../picture/window.js';
import { keyOf } from './acts.js';
import type { Scene } from './scene.js';
import { kindsOf, type Placed, type PlacedBox, type PlacedLink } from './scene-layout.js';

interface Looks {
  readonly scene: Scene;
  readonly label: string;
  readonly colourOf: (kind: string) => string | undefined;
  /** Key of the box that has the focus; null: none. */
  readonly focus: string | null;
  /** Ends of the chosen line, as `source target`. */
  readonly line: string | null;
}

/** Below this zoom a box is a rectangle with its icon, and all lines are one. */
const leastDetail = 0.6;
/** Below this zoom a box is one element. */
const leastIcon = 0.4;

/** Of more lines, only those of the box with the focus have labels. */
const mostLabels = 24;

/** Id of the element of a box, for the focus of assistive technology. */
export function boxId(key: string): string {
  return `box-${key.replaceAll(/[^\w-]/g, (letter) => `_${letter.codePointAt(0)}`)}`;
}

/** What is seen of a picture. Boxes outside of the window have no elements, except for the one with the focus. */
export function sceneShapes(
  placed: Placed,
  window: Window,
  screen: Pick<Area, 'width' | 'height'>,
  looks: Looks,
): Shape {
  const area = seen(window, screen);
  const boxes = placed.boxes.filter((box) => box.key === looks.focus || meets(box, area));
  const links = placed.links.filter(({ from, to }) => meets(around(from, to), area));
  const near = nearTo(placed.links, looks.focus);
  const view = [window.x, window.y, screen.width / window.zoom, screen.height / window.zoom].map(rounded).join(' ');
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', class: 'picture scene', viewBox: view, ...screen };
  return shape('svg', attributes, [
    shape('rect', { class: 'ground', x: area.x, y: area.y, width: area.width, height: area.height }),
    ...(window.zoom < leastDetail
      ? merged(links)
      : links.map((link) => lineShape(link, links.length <= mostLabels, looks))),
    ...boxes.map((box) => boxShape(box, window.zoom, near, looks)),
  ]);
}

function around(one: Area, other: Area): Area {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** Boxes on the lines of a box. */
function nearTo(links: readonly PlacedLink[], focus: string | null): ReadonlySet<string> {
  return new Set(
    links.flatMap(({ source, target }) => (source === focus ? [target] : target === focus ? [source] : [])),
  );
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

interface Course {
  readonly d: string;
  readonly arrow: string;
  readonly pointAt: (part: number) => { readonly x: number; readonly y: number };
}

const point = (x: number, y: number) => `${rounded(x)} ${rounded(y)}`;

/** From the right of the source to the left of the target; a line back or within a layer the other way round. */
function curveOf({ from, to }: PlacedLink): Course {
  const isForward = from.layer < to.layer;
  const isBeside = from.layer === to.layer;
  const start = { x: isForward || isBeside ? from.x + from.width : from.x, y: from.y + from.height / 2 };
  const end = { x: isForward ? to.x : to.x + to.width, y: to.y + to.height / 2 };
  const turn = isBeside ? Math.max(start.x, end.x) + 40 : (start.x + end.x) / 2;
  const back = end.x + (isForward ? -7 : 7);
  return {
    d: `M${point(start.x, start.y)}C${point(turn, start.y)} ${point(turn, end.y)} ${point(end.x, end.y)}`,
    arrow: `M${point(end.x, end.y)}L${point(back, end.y - 4)}L${point(back, end.y + 4)}Z`,
    pointAt: (part) => ({
      x: bezier(part, start.x, turn, turn, end.x),
      y: bezier(part, start.y, start.y, end.y, end.y),
    }),
  };
}

function merged(links: readonly PlacedLink[]): Shape[] {
  return links.length === 0
    ? []
    : [shape('path', { class: 'curve', d: links.map((link) => curveOf(link).d).join('') })];
}

function lineShape(link: PlacedLink, isLabelled: boolean, { scene, focus, line }: Looks): Shape {
  const { d, arrow, pointAt } = curveOf(link);
  const isNear = link.source === focus || link.target === focus;
  // Lines of one box part from each other on their way.
  const { x, y } = pointAt(link.source === focus ? 0.75 : link.target === focus ? 0.25 : 0.5);
  const isChosen = line === lineKey(link);
  const kinds = kindsOf(link).map(visible).join(', ');
  const change = changeOf(link, scene);
  const title = `${link.from.name} – ${kinds} → ${link.to.name}${change && `, ${change}`}`;
  return shape('g', { class: `line ${change}${isNear || isChosen ? ' selected' : ''}`, 'data-line': lineKey(link) }, [
    shape('title', {}, [title]),
    shape('path', { class: 'target', d }),
    shape('path', { class: 'curve', d }),
    shape('path', { class: 'arrow', d: arrow }),
    shape('text', { class: isLabelled || isNear ? 'label' : 'label held', x: rounded(x), y: rounded(y) + 4 }, [
      `${{ came: '+ ', went: '− ', '': '' }[change]}${link.label}`,
    ]),
  ]);
}

/** A line came if one of its edges did, and went if all did. */
function changeOf({ edges }: PlacedLink, { came, went }: Scene): 'came' | 'went' | '' {
  if (came.size > 0 && edges.some((edge) => came.has(keyOf(edge)))) return 'came';
  return went.size > 0 && edges.every((edge) => went.has(keyOf(edge))) ? 'went' : '';
}

export function lineKey({ source, target }: { readonly source: string; readonly target: string }): string {
  return JSON.stringify([source, target]);
}

function boxShape(placed: PlacedBox, zoom: number, near: ReadonlySet<string>, looks: Looks): Shape {
  const { key, x, y, width, height, box, kind, lines } = placed;
  const { scene, focus, colourOf } = looks;
  const node = scene.nodes.get(key);
  const marks = [
    node?.isTierZero ? ' tier-zero' : '',
    box.kind === 'object' ? '' : ' several',
    scene.marked.has(key) ? ' marked' : '',
    scene.went.has(key) ? ' went' : '',
    key === focus ? ' selected' : near.has(key) ? ' near' : '',
  ];
  const frame = shape('rect', { class: 'frame', x, y, width, height, rx: 4 });
  const attributes = { class: `box${marks.join('')}`, id: boxId(key), 'data-box': key, role: 'img' };
  const label = titleOf(placed, node, looks);
  if (zoom < leastIcon)
    return shape('rect', {
      ...frame.attributes,
      ...attributes,
      class: `frame ${attributes.class}`,
      'aria-label': label,
    });
  const title = shape('title', {}, [label]);
  const drawn = icon(kind, `translate(${x + 8} ${y + 12})`, colourOf);
  if (zoom < leastDetail) return shape('g', attributes, [title, frame, drawn]);
  const texts = lines.map((text, index) =>
    shape('text', { class: 'name', x: x + 30, y: y + (lines.length === 1 ? 24 : 17 + 15 * index) }, [text]),
  );
  return shape('g', attributes, [title, frame, drawn, ...texts, ...badges(placed, node, scene)]);
}

/** `ADA@BIRCH.LOCAL, User, tier zero, marked` */
function titleOf({ key, name, kind }: PlacedBox, node: GraphNode | undefined, { scene }: Looks): string {
  const facts = [
    visible(kind),
    node?.isTierZero ? 'tier zero' : '',
    node?.isOwned ? 'owned' : '',
    node?.isDisabled ? 'disabled' : '',
    scene.marked.has(key) ? 'marked' : '',
    scene.pinned.has(key) ? 'pinned' : '',
    scene.went.has(key) ? 'gone' : '',
    visible(scene.notes.get(key) ?? ''),
  ];
  return [name, ...facts.filter((it) => it !== '')].join(', ');
}

/** Small signs in the upper right corner, which a file shows in any font. */
function badges({ key, x, y, width }: PlacedBox, node: GraphNode | undefined, { marked, pinned }: Scene): Shape[] {
  const signs = [
    ['tier-zero-sign', node?.isTierZero ?? false, 'M0-4L4 0L0 4L-4 0Z'],
    ['owned-sign', node?.isOwned ?? false, 'M-3-3L3 3M3-3L-3 3'],
    ['marked-sign', marked.has(key), 'M-3 0L-1 3L4-3'],
    ['pinned-sign', pinned.has(key), 'M-3-3H3V3H-3Z'],
  ] as const;
  return signs
    .filter(([, isShown]) => isShown)
    .map(([name, , d], at) =>
      shape('path', { class: `sign ${name}`, d, transform: `translate(${x + width - 8 - 11 * at} ${y + 8})` }),
    );
}
