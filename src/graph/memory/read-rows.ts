import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { CollectedRows } from './graph-arrays.js';

/** Grows by half. */
function grown<T extends Int32Array | Int16Array | Uint8Array | Uint32Array | Uint16Array>(array: T, least: number): T {
  if (least <= array.length) return array;
  const Type = array.constructor as new (length: number) => T;
  const larger = new Type(Math.max(least, Math.ceil(array.length * 1.5)));
  larger.set(array as never);
  return larger;
}

/** Reads rows `(owner int4, list int2, origin int2, peers int4[], kinds int2[], flags int2[])` from a binary COPY. */
export async function readRows(client: pg.PoolClient, query: string): Promise<CollectedRows> {
  let owner = new Int32Array(1 << 16);
  let list = new Int16Array(1 << 16);
  let origin = new Uint8Array(1 << 16);
  let start = new Uint32Array(1 << 16);
  let peer = new Int32Array(1 << 18);
  let kind = new Uint16Array(1 << 18);
  let flags = new Uint8Array(1 << 18);
  let count = 0;
  let entries = 0;
  let rest: Buffer = Buffer.alloc(0);
  let isHead = true;
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const { length } = bytes;
    let at = isHead ? 19 : 0;
    isHead = false;
    for (;;) {
      if (at + 2 > length || view.getInt16(at) === -1) break;
      // owner 8, list 6, origin 6, then three lengths
      let to = at + 2 + 20;
      let isWhole = true;
      for (let field = 0; field < 3; field++) {
        if (to + 4 > length) {
          isWhole = false;
          break;
        }
        const size = view.getInt32(to);
        to += 4 + Math.max(size, 0);
      }
      if (!isWhole || to > length) break;
      owner = grown(owner, count + 1);
      list = grown(list, count + 1);
      origin = grown(origin, count + 1);
      start = grown(start, count + 2);
      owner[count] = view.getInt32(at + 6);
      const code = view.getInt16(at + 14);
      list[count] = code;
      origin[count] = view.getInt16(at + 20);
      start[count] = entries;
      const peers = at + 22;
      const size = view.getInt32(peers) === 20 - 8 ? 0 : view.getInt32(peers + 16 + 4 - 4);
      peer = grown(peer, entries + size);
      kind = grown(kind, entries + size);
      flags = grown(flags, entries + size);
      let from = peers + 24;
      for (let index = 0; index < size; index++, from += 8) peer[entries + index] = view.getInt32(from + 4);
      const kinds = peers + 4 + view.getInt32(peers);
      const kindsSize = view.getInt32(kinds);
      if (kindsSize > 0) {
        from = kinds + 24;
        for (let index = 0; index < size; index++, from += 6) kind[entries + index] = view.getInt16(from + 4);
      } else kind.fill(code === 32_767 ? 1 : code, entries, entries + size);
      const bits = kinds + 4 + Math.max(kindsSize, 0);
      if (view.getInt32(bits) > 0) {
        from = bits + 24;
        for (let index = 0; index < size; index++, from += 6) flags[entries + index] = view.getInt16(from + 4);
      }
      entries += size;
      count++;
      at = to;
    }
    rest = bytes.subarray(at);
  }
  start = grown(start, count + 1);
  start[count] = entries;
  return { count, owner, list, origin, start, peer, kind, flags };
}
