import type { Placed, PlacedBox } from './scene-layout.js';

/** Keys that lead from box to box. */
export type Step = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

export function isStep(key: string): key is Step {
  return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key);
}

/**
 * The box to which a key leads: along lines to the left and right, up and down within a layer, to the first and last layer. Without a
 * line it leads to the nearest box of that layer.
 */
export function boxBehind({ boxes, links }: Placed, key: string | null, step: Step): string | null {
  const from = boxes.find((box) => box.key === key);
  if (!from) return boxes[0]?.key ?? null;
  if (step === 'ArrowUp' || step === 'ArrowDown') return withinLayer(boxes, from, step === 'ArrowUp' ? -1 : 1);
  const layers = [...new Set(boxes.map(({ layer }) => layer))].toSorted((one, other) => one - other);
  if (step === 'Home' || step === 'End') return nearest(inLayer(boxes, layers.at(step === 'Home' ? 0 : -1)), from);
  const side = step === 'ArrowLeft' ? -1 : 1;
  const beside = links.flatMap(({ from: one, to: other }) => (one === from ? [other] : other === from ? [one] : []));
  const along = beside.filter(({ layer }) => Math.sign(layer - from.layer) === side);
  const next = layers[layers.indexOf(from.layer) + side];
  return nearest(along.length > 0 ? along : inLayer(boxes, next), from);
}

function inLayer(boxes: readonly PlacedBox[], layer: number | undefined): readonly PlacedBox[] {
  return boxes.filter((box) => box.layer === layer);
}

function withinLayer(boxes: readonly PlacedBox[], from: PlacedBox, by: 1 | -1): string {
  const own = inLayer(boxes, from.layer).toSorted((one, other) => one.y - other.y);
  return (own[own.indexOf(from) + by] ?? from).key;
}

function nearest(boxes: readonly PlacedBox[], from: PlacedBox): string {
  const [best] = boxes.toSorted(
    (one, other) =>
      Math.abs(one.y - from.y) - Math.abs(other.y - from.y) || Math.abs(one.x - from.x) - Math.abs(other.x - from.x),
  );
  return (best ?? from).key;
}
