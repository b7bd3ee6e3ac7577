import { Adjacency, type Links, type TargetList } from './adjacency.js';
import type { Computers } from './computers.js';
import { HolderBits } from './holder-bits.js';
import { RankBits, wordsFor } from './rank-set.js';

/** To mark or sort one computer takes as long as to go over so many words of bits. */
const wordsPerComputer = 8;

/** Which computers the holders of rights have edges to. */
export class HeldComputers {
  private readonly adminTo: Adjacency;
  private bits: HolderBits;

  constructor(
    links: Links,
    private computers: Computers,
  ) {
    this.adminTo = new Adjacency(links);
    this.bits = new HolderBits(computers);
  }

  /** Follows an edge from a holder that came or went. */
  change(holder: number, target: number, isThere: boolean): void {
    if (isThere) this.adminTo.add(holder, target);
    else this.adminTo.remove(holder, target);
    this.bits.change(holder, target, isThere);
  }

  /** Takes other computers, or other numbers of them, in place of those it has. */
  renumber(computers: Computers): void {
    this.computers = computers;
    this.bits = new HolderBits(computers);
  }

  /** The numbers of all that any of the holders has an edge to: few of them with repeats, many as bits. */
  of(holders: readonly number[]): Int32Array | RankBits {
    const words = wordsFor(this.computers.size);
    const lists: TargetList[] = [];
    const large: number[] = [];
    let most = 0;
    for (const holder of holders) {
      const count = this.adminTo.countOf(holder);
      most += count;
      if (count * wordsPerComputer > words) large.push(holder);
      else if (count > 0) lists.push(this.adminTo.targetsOf(holder));
    }
    return most * wordsPerComputer > words ? this.marked(large, lists) : this.collected(lists, most);
  }

  private marked(large: readonly number[], lists: readonly TargetList[]): RankBits {
    const bits = new RankBits(this.computers.size);
    for (const holder of large) bits.addAll(this.bits.of(holder, (each) => this.adminTo.targetsOf(each)));
    for (const list of lists) this.computers.mark(list, bits);
    return bits;
  }

  private collected(lists: readonly TargetList[], most: number): Int32Array {
    const found = new Int32Array(most);
    let count = 0;
    for (const list of lists) count = this.computers.collect(list, found, count);
    return found.subarray(0, count);
  }
}
