import { crc32 } from 'node:zlib';

/** Names in UTF-8. */
const utf8Flag = 0x0800;

/** 1980-01-01, the earliest date. */
const noDate = 0x0021;

/**
 * Writes a ZIP of entries that are stored as they are, while they arrive. Without the extension of 64 bits, it takes at most 65,535
 * entries and 4 GiB.
 */
export async function* zipOf(
  entries: AsyncIterable<{ readonly name: string; readonly content: Buffer }>,
): AsyncGenerator<Buffer, void, undefined> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const head = headOf(Buffer.from(name), content);
    directory.push(directoryEntry(head, Buffer.from(name), offset));
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), content]);
    offset += part.length;
    yield part;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([listed, end]);
}

/** What the header of an entry and the directory have in common. */
function headOf(name: Buffer, content: Buffer): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(utf8Flag, 2);
  head.writeUInt16LE(noDate, 8);
  head.writeUInt32LE(crc32(content), 10);
  head.writeUInt32LE(content.length, 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt16LE(name.length, 22);
  return head;
}

function directoryEntry(head: Buffer, name: Buffer, offset: number): Buffer {
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, place, name]);
}
