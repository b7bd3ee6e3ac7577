import type { Direction } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { CondensedGraph } from '../reachability/condensed-graph.js';

/** Memory for the columns that are computed at once, in bytes. Larger blocks do not fit into the cache of a processor. */
const blockMemory = 16 * 2 ** 20;

const wordBits = 32;

/**
 * Counts, for each component, the nodes in all components that it reaches, or that reach it, with its own. Each component has one bit for
 * each component of a block: the bits of its neighbours and its own. Bits of one word stand for components of the same size, so that a
 * word is counted at once.
 * @param sizes of the components
 */
export function reachOfAll(
  graph: CondensedGraph,
  direction: Direction,
  sizes: Uint32Array,
  interrupt: Interrupt,
  memory = blockMemory,
): Float64Array {
  const { count } = graph;
  const { columnOf, sizeOf } = columns(sizes);
  const { start, peer } = graph.lists[direction];
  const counts = new Float64Array(count);
  const width = Math.max(1, Math.min(sizeOf.length, Math.floor(memory / 4 / Math.max(count, 1))));
  const bits = new Uint32Array(count * width);
  const isReached = new Uint8Array(count);
  for (let first = 0; first < sizeOf.length; first += width) {
    interrupt.check();
    for (let step = 0; step < count; step++) {
      // Edges lead to lower numbers: the neighbours are complete.
      const component = direction === 'out' ? step : count - 1 - step;
      const own = component * width;
      const word = (columnOf[component]! >>> 5) - first;
      // The word of an empty component, whose column is -1, is behind the last one.
      let hasBits = word >= 0 && word < width;
      if (isReached[component] === 1) bits.fill(0, own, own + width);
      if (hasBits) bits[own + word] = 1 << (columnOf[component]! & (wordBits - 1));
      for (let at = start[component]!; at < start[component + 1]!; at++) {
        const neighbour = peer[at]!;
        if (isReached[neighbour] === 0) continue;
        hasBits = true;
        addRow(bits, own, neighbour * width, width);
      }
      isReached[component] = hasBits ? 1 : 0;
      if (hasBits) counts[component]! += nodesIn(bits, own, sizeOf.subarray(first, first + width));
    }
  }
  return counts;
}

function addRow(bits: Uint32Array, row: number, other: number, width: number): void {
  for (let index = 0; index < width; index++) bits[row + index]! |= bits[other + index]!;
}

/** @param sizeOf the size of the components of each word */
function nodesIn(bits: Uint32Array, row: number, sizeOf: Uint32Array): number {
  let sum = 0;
  for (let index = 0; index < sizeOf.length; index++) {
    const word = bits[row + index]!;
    if (word !== 0) sum += bitsIn(word) * sizeOf[index]!;
  }
  return sum;
}

/** @returns the column of each component, -1 if it is empty; and the size of the components of each word of columns */
function columns(sizes: Uint32Array): { columnOf: Int32Array; sizeOf: Uint32Array } {
  const columnOf = new Int32Array(sizes.length).fill(-1);
  const order = Int32Array.from(sizes.keys()).toSorted((one, other) => sizes[one]! - sizes[other]!);
  const sizeOf: number[] = [];
  let next = 0;
  for (const component of order) {
    const size = sizes[component]!;
    if (size === 0) continue;
    if (sizeOf.at(-1) !== size) next = sizeOf.length * wordBits;
    if (next === sizeOf.length * wordBits) sizeOf.push(size);
    columnOf[component] = next++;
  }
  return { columnOf, sizeOf: Uint32Array.from(sizeOf) };
}

function bitsIn(word: number): number {
  let rest = word - ((word >>> 1) & 0x5555_5555);
  rest = (rest & 0x3333_3333) + ((rest >>> 2) & 0x3333_3333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
