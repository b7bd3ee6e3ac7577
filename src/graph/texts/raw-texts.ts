import { withRoom } from '../memory/growing-columns.js';

/** Bytes of texts, one after the other. */
export interface TextBlock {
  readonly bytes: Uint8Array;
  /** By index, the first byte of a text. One more than there are texts. */
  readonly start: Uint32Array;
}

/** Returns a text as search compares it: in upper case, and with composed letters. */
export function foldText(text: string): string {
  return text.normalize('NFC').toUpperCase();
}

const lowerA = 0x61;
const lowerZ = 0x7a;
const toUpper = 0x20;
const firstBeyondAscii = 0x80;

/** Texts in UTF-8 while they are read. */
export class RawTexts {
  count = 0;
  private bytes = Buffer.alloc(1024);
  private start = new Uint32Array(64);
  private end = 0;

  /** @param isFolded whether texts are folded when they are added */
  constructor(private readonly isFolded: boolean) {}

  get block(): TextBlock {
    return { bytes: this.bytes.subarray(0, this.end), start: this.start.subarray(0, this.count + 1) };
  }

  /** Adds a text, given as bytes of UTF-8. */
  add(source: Buffer, from: number, to: number): void {
    this.makeRoom(to - from);
    if (!this.isFolded) {
      this.endText(this.end + source.copy(this.bytes, this.end, from, to));
      return;
    }
    let at = this.end;
    for (let index = from; index < to; index++) {
      const byte = source[index]!;
      if (byte >= firstBeyondAscii) {
        this.addText(source.toString('utf8', from, to));
        return;
      }
      this.bytes[at++] = byte >= lowerA && byte <= lowerZ ? byte - toUpper : byte;
    }
    this.endText(at);
  }

  addText(text: string): void {
    const added = this.isFolded ? foldText(text) : text;
    this.makeRoom(Buffer.byteLength(added));
    this.endText(this.end + this.bytes.write(added, this.end));
  }

  private endText(end: number): void {
    this.end = end;
    this.count++;
    this.start = withRoom(this.start, this.count + 1);
    this.start[this.count] = end;
  }

  private makeRoom(more: number): void {
    if (this.end + more <= this.bytes.length) return;
    const larger = Buffer.alloc(Math.max(this.end + more, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.end));
    this.bytes = larger;
  }
}
