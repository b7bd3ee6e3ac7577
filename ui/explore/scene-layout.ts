import { linkLabel, type Measure, visible } from '../picture/labels.js';
import { nameOf } from '../picture/shapes.js';
import { twoLines, widthInTwoLines } from '../picture/two-lines.js';
import type { Area } from '../picture/window.js';
import { type Scene, type SceneBox, type SceneLink, linksOf, shownLayers } from './scene.js';

export interface PlacedBox extends Area {
  readonly key: string;
  readonly layer: number;
  readonly box: SceneBox;
  /** One or two. */
  readonly lines: readonly string[];
  /** The whole name. */
  readonly name: string;
  /** Kind of its objects, if they have one. */
  readonly kind: string;
}

export interface PlacedLink extends SceneLink {
  readonly from: PlacedBox;
  readonly to: PlacedBox;
  readonly label: string;
}

export interface Placed extends Area {
  readonly boxes: readonly PlacedBox[];
  readonly links: readonly PlacedLink[];
}

export const boxHeight = 40;
const [leastWidth, mostWidth] = [120, 280];
const spacing = 10;
const [leastGap, mostGap] = [64, 180];
/** Icon and padding. */
export const padding = 36;
const numbers = new Intl.NumberFormat('en');

/** Places what a scene shows: layers from left to right, each as wide as its longest name needs. */
export function placed(scene: Scene, measure: Measure): Placed {
  const links = linksOf(scene);
  const layers = shownLayers(scene);
  const indexOf = new Map(layers.flatMap(([, keys], index) => keys.map((key) => [key, index] as const)));
  const boxes = new Map<string, PlacedBox>();
  let x = 0;
  for (const [index, [layer, keys]] of layers.entries()) {
    const texts = keys.map((key) => ({ key, ...textOf(scene, key) }));
    const widest = Math.max(...texts.map(({ name }) => widthInTwoLines(name, measure)));
    const width = Math.round(Math.min(mostWidth, Math.max(leastWidth, widest + padding)));
    const tops = topsOf(keys, scene.pinned);
    for (const [at, { key, name, kind }] of texts.entries()) {
      const box = scene.boxes.get(key);
      const lines = twoLines(name, width - padding, measure);
      if (box) boxes.set(key, { key, layer, box, name, kind, lines, x, y: tops[at] ?? 0, width, height: boxHeight });
    }
    x += width + gapAfter(index, links, indexOf, measure);
  }
  const all = [...boxes.values()];
  return { ...areaOf(all), boxes: all, links: links.flatMap((link) => placedLink(link, boxes)) };
}

function placedLink(link: SceneLink, boxes: ReadonlyMap<string, PlacedBox>): PlacedLink[] {
  const [from, to] = [boxes.get(link.source), boxes.get(link.target)];
  if (!from || !to) return [];
  return [{ ...link, from, to, label: linkLabel(kindsOf(link)) }];
}

export function kindsOf({ edges }: SceneLink): string[] {
  return [...new Set(edges.map(({ kind }) => kind))].toSorted();
}

function textOf({ nodes, boxes }: Scene, key: string): { readonly name: string; readonly kind: string } {
  const box = boxes.get(key);
  if (box?.kind === 'more') return { name: `${numbers.format(box.count)} more by ${visible(box.edge)}`, kind: '' };
  if (box?.kind === 'folded') {
    const kinds = new Set(box.members.flatMap((it) => nodes.get(it)?.kind ?? []));
    const [kind = ''] = kinds;
    const isOne = kinds.size === 1;
    return {
      name: `${numbers.format(box.members.length)} × ${isOne ? visible(kind) : 'objects'}`,
      kind: isOne ? kind : '',
    };
  }
  const node = nodes.get(key);
  return node ? { name: nameOf(node), kind: node.kind } : { name: key, kind: '' };
}

/** As wide as the longest label between two layers. */
function gapAfter(
  index: number,
  links: readonly SceneLink[],
  indexOf: ReadonlyMap<string, number>,
  measure: Measure,
): number {
  const between = links.filter(({ source, target }) => {
    const ends = [indexOf.get(source) ?? 0, indexOf.get(target) ?? 0];
    return Math.min(...ends) === index && Math.max(...ends) === index + 1;
  });
  const widths = between.slice(0, 60).map((link) => measure(linkLabel(kindsOf(link))) + 34);
  return Math.round(Math.min(mostGap, Math.max(leastGap, ...widths)));
}

/** Around the middle line. Pinned boxes are where they were pinned, as far as the boxes above have room. */
function topsOf(keys: readonly string[], pinned: Scene['pinned']): number[] {
  const step = boxHeight + spacing;
  const tops = keys.map((key, index) => pinned.get(key) ?? (index - (keys.length - 1) / 2) * step - boxHeight / 2);
  const firstPinned = keys.findIndex((key) => pinned.has(key));
  for (let at = firstPinned - 1; at >= 0; at--) tops[at] = Math.min(tops[at] ?? 0, (tops[at + 1] ?? 0) - step);
  for (let at = 1; at < keys.length; at++) tops[at] = Math.max(tops[at] ?? 0, (tops[at - 1] ?? 0) + step);
  return tops;
}

const margin = 16;

function areaOf(boxes: readonly Area[]): Area {
  if (boxes.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const left = Math.min(...boxes.map(({ x }) => x)) - margin;
  const top = Math.min(...boxes.map(({ y }) => y)) - margin;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + margin;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margin;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
