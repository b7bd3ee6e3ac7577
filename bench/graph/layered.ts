import { Kind } from '../../src/graph/kinds/kind-catalogue.js';
import { memoryGraphOf } from '../../src/graph/memory/graph-data.fixture.js';
import { uninterrupted } from '../../src/graph/questions/interrupt.js';
import { ranking } from '../../src/graph/questions/ranking/ranking.js';
import { format, printTable } from '../measure.js';

const [layers, width, edgesOfNode] = [10, 15_000, 11];

/** Ranks a wide graph without cycles, in which no two nodes can be counted together: in memory, without a service. */
export function reportLayered(): void {
  const size = layers * width;
  const edges = Array.from({ length: size - width }, (_, source) =>
    Array.from({ length: edgesOfNode }, (__, turn) => {
      // Always the same edges, far apart.
      const place = (source * 7919 + turn * 104_729 + ((source * turn) % 8191)) % width;
      return { source, kind: Kind.AdminTo, target: (Math.floor(source / width) + 1) * width + place };
    }),
  ).flat();
  const graph = memoryGraphOf({
    kinds: Array.from({ length: size }, () => Kind.User),
    edges,
    changed: null,
    former: [],
  });
  const ends = { ids: Array.from({ length: 100 }, (_, index) => size - 1 - index) };
  const rankings = {
    'reach, out': { direction: 'out' },
    'reach, in': { direction: 'in' },
    'only through': { ends, greedy: null },
  } as const;
  const rows = Object.entries(rankings).map(([title, by]) => {
    const began = performance.now();
    const { count } = ranking(
      graph,
      { by, kinds: null, kind: null, edgeKind: null, skip: 0, limit: 10, known: null },
      uninterrupted,
    );
    return [title, format(count), ((performance.now() - began) / 1000).toFixed(2)];
  });
  printTable(
    `${format(size)} nodes in ${layers} layers, ${format(edges.length)} edges`,
    ['ranking', 'rows', 's'],
    rows,
  );
}
