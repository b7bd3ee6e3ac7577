import type { SqlScript } from '../../database/sql-script.js';
import { incomingCode, listOfCode, outgoingCode } from './list-codes.js';
import type { StagedEdge } from './staged-part.js';

/** Bits: of which of its ends the record that states an edge also gives the list that the edge is in. */
export const Given = { ofTarget: 1, ofSource: 2 } as const;

type Listable = Pick<StagedEdge, 'source' | 'target' | 'flags' | 'record'>;

/**
 * Tells of each edge whether its own record gives the lists that it is in. Where no other record may give one, nobody has to look for
 * who does.
 */
export class OwnLists {
  private place: number | null = null;
  private readonly lists = new Map<string, readonly number[]>();
  private readonly given = new Set<number>();
  private readonly others = new Set<number>();

  /** A record comes whose edges stand at this place of the payload. */
  begin(place: number | null): void {
    this.place = place;
    this.lists.clear();
  }

  /** The record gives these lists of a node, by their codes, beside those that it gave of it before. */
  give(objectid: string, codes: readonly number[]): void {
    const before = this.lists.get(objectid);
    this.lists.set(objectid, before ? [...before, ...codes] : codes);
    for (const code of codes) this.given.add(code);
  }

  /** The bits of {@link Given} of an edge of the record. @param kindList the number of its kind */
  bitsOf({ source, target, flags, record }: Listable, kindList: number): number {
    const isOwn = record === this.place;
    const incoming = incomingCode(flags, kindList);
    const outgoing = outgoingCode(flags, kindList);
    let bits = 0;
    if (incoming !== null) {
      if (isOwn && 'objectid' in target && this.gives(target.objectid, incoming)) bits |= Given.ofTarget;
      else this.others.add(incoming);
    }
    if (outgoing !== null) {
      if (isOwn && 'objectid' in source && this.gives(source.objectid, outgoing)) bits |= Given.ofSource;
      else this.others.add(outgoing);
    }
    return bits;
  }

  /** Whether an edge may be in a list that another record of the payload gives. */
  get mayBeOfOthers(): boolean {
    return [...this.others].some((code) => this.given.has(code));
  }

  /** Makes the table `stage_other_list (outgoing, kind_list)` of lists that edges are in of which their own records don't give them. */
  stage(script: SqlScript): void {
    const lists = [...this.others].map(listOfCode);
    script.add('CREATE TEMP TABLE stage_other_list (outgoing boolean, kind_list int) ON COMMIT DROP');
    script.add('INSERT INTO stage_other_list SELECT * FROM unnest($1::boolean[], $2::int[])', [
      lists.map(({ outgoing }) => outgoing),
      lists.map(({ kindList }) => kindList),
    ]);
  }

  private gives(objectid: string, code: number): boolean {
    return this.lists.get(objectid)?.includes(code) === true;
  }
}
