import { kindNames } from '../../graph/kinds/kind-catalogue.js';
import { NodeBits } from './node-bits.js';

/** How many objects the rule of a kind of edges skipped, because they lack a property. */
export interface SkippedCount {
  readonly kind: string;
  readonly property: string;
  readonly objects: number;
}

/** Counts the objects that rules skip, each once by kind and property. */
export class SkippedObjects {
  private readonly skipped = new Map<string, NodeBits>();

  /** @param size number of places of nodes */
  constructor(private readonly size: number) {}

  add(kind: number, property: string, node: number): void {
    const key = `${kind} ${property}`;
    let nodes = this.skipped.get(key);
    if (!nodes) this.skipped.set(key, (nodes = new NodeBits(this.size)));
    nodes.add(node);
  }

  /** Sorted by the names of kind and property. */
  counts(): SkippedCount[] {
    return [...this.skipped]
      .map(([key, nodes]) => {
        const [kind = '', property = ''] = key.split(' ');
        return { kind: kindNames.get(Number(kind)) ?? '', property, objects: [...nodes].length };
      })
      .toSorted((one, other) => (`${one.kind} ${one.property}` < `${other.kind} ${other.property}` ? -1 : 1));
  }
}
