import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
  readonly stored?: boolean;
  readonly encrypted?: boolean;
  /** Wrong values for the directory. */
  readonly statedSize?: number;
  readonly statedChecksum?: number;
  /** Sizes and place are written as a ZIP of more than 4 GiB writes them. */
  readonly zip64?: boolean;
  /** File type and permissions, as Unix has them. */
  readonly mode?: number;
  /** Claims the bytes of the first entry in place of its own. */
  readonly sharesFirst?: boolean;
}

interface Packed {
  readonly entry: ZipEntry;
  readonly name: Buffer;
  readonly header: Buffer;
  readonly data: Buffer;
}

/** A ZIP of the given entries, written by hand so that it may also be wrong. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const packed of entries.map(pack)) {
    const { entry, name, header, data } = packed;
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), header, Buffer.alloc(0), name, data]);
    directory.push(directoryEntry(packed, entry.sharesFirst ? 0 : offset));
    files.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

/** The 26 bytes that the local header and the directory have in common, from the version on. */
function pack(entry: ZipEntry): Packed {
  const content = Buffer.from(entry.content);
  const data = entry.stored ? content : deflateRawSync(content);
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(entry.encrypted ? 0x801 : 0x800, 2);
  header.writeUInt16LE(entry.stored ? 0 : 8, 4);
  header.writeUInt32LE(entry.statedChecksum ?? crc32(content), 10);
  header.writeUInt32LE(data.length, 14);
  header.writeUInt32LE(entry.statedSize ?? content.length, 18);
  header.writeUInt16LE(name.length, 22);
  return { entry, name, header, data };
}

function directoryEntry({ entry, name, header, data }: Packed, offset: number): Buffer {
  const start = Buffer.from('504b01021403', 'hex');
  const fixed = Buffer.from(header);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  const extra = Buffer.alloc(entry.zip64 ? 28 : 0);
  if (entry.zip64) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    const sizes = [entry.statedSize ?? Buffer.byteLength(entry.content), data.length, offset];
    sizes.forEach((size, index) => extra.writeBigUInt64LE(BigInt(size), 4 + index * 8));
    fixed.fill(0xff, 14, 22);
    fixed.writeUInt16LE(extra.length, 24);
    rest.fill(0xff, 10, 14);
  }
  return Buffer.concat([start, fixed, rest, name, extra]);
}
