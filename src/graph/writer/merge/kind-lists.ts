import { Numbering } from '../../../base/values/numbering.js';
import { firstForeignKind, Kind } from '../../kinds/kind-catalogue.js';
import { carrierKinds, secondaryKinds } from '../../kinds/kind-definitions.js';
import { noProps, type NodeContent } from './merged-node.js';

const carriers: ReadonlySet<number> = new Set(carrierKinds);
const secondary: ReadonlySet<number> = new Set(secondaryKinds);

/** Numbers the lists of kinds that nodes have: each kind once, carriers last. There are few lists, so all that follows from one is remembered. */
export class KindLists {
  private readonly lists = new Numbering<readonly number[]>((kinds) => kinds.join());
  private readonly primaries: number[] = [];
  /** By the number of a list, and twice that of the stated one; odd: it leads. */
  private readonly merges: number[][] = [];
  /** By twice the number of a list; odd: described. */
  private readonly bare: NodeContent[] = [];

  get size(): number {
    return this.lists.values.length;
  }

  of(kinds: readonly number[]): number {
    return this.lists.of(ordered(kinds));
  }

  kinds(list: number): readonly number[] {
    return this.lists.values[list] ?? [];
  }

  /** The list with the kinds of both. @param leads whether those that are stated come first */
  merged(list: number, stated: number, leads: boolean): number {
    if (list === stated) return list;
    const [one, other] = [this.kinds(list), this.kinds(stated)];
    const merges = (this.merges[list] ??= []);
    return (merges[stated * 2 + Number(leads)] ??= this.of(leads ? [...other, ...one] : [...one, ...other]));
  }

  /** The kind that is shown: the first kind of the catalogue, else a secondary, a foreign or a carrier kind. */
  primary(list: number): number {
    return (this.primaries[list] ??= primaryKind(this.kinds(list)));
  }

  /** A node without properties, which is one object for all that are alike. */
  bareNode(kinds: number, described: boolean): NodeContent {
    return (this.bare[kinds * 2 + Number(described)] ??= { kinds, described, props: noProps });
  }
}

function ordered(kinds: readonly number[]): readonly number[] {
  const each = [...new Set(kinds)];
  return [...each.filter((kind) => !carriers.has(kind)), ...each.filter((kind) => carriers.has(kind))];
}

function primaryKind(kinds: readonly number[]): number {
  let shown: number = Kind.Unknown;
  let best = Infinity;
  for (const kind of kinds) {
    const rank = carriers.has(kind) ? 4 : kind >= firstForeignKind ? 3 : secondary.has(kind) ? 2 : 1;
    if (rank < best) [shown, best] = [kind, rank];
  }
  return shown;
}
