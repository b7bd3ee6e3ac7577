import { crc32, deflateRawSync } from 'node:zlib';

/** Times of entries are those of ZIP's beginning, so that the same files are the same bytes. */
const firstDay = 0x21;
const deflated = 8;
const version = 20;

/**
 * The collector files of the sample estate as one ZIP, which the page sends to an empty service.
 * @param {{ directoryRun(): Iterable<Payload>, codeHosting(): Payload, cloudRun(run: number): Payload, cloudRuns: number }} estate
 * @typedef {{ name: string, open(): Iterable<string> }} Payload
 */
export function sampleZip(estate) {
  const payloads = [...estate.directoryRun(), estate.codeHosting(), estate.cloudRun(estate.cloudRuns - 1)];
  return zip(payloads.map((it) => [it.name, Buffer.from([...it.open()].join(''))]));
}

/** @param {readonly (readonly [name: string, content: Buffer])[]} files */
function zip(files) {
  const [parts, entries] = [[], []];
  let at = 0;
  for (const [name, content] of files) {
    const path = Buffer.from(name);
    const data = deflateRawSync(content, { level: 9 });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(version, 0);
    facts.writeUInt16LE(deflated, 4);
    facts.writeUInt16LE(firstDay, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), facts, path, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, place, path]));
    at += 4 + facts.length + path.length + data.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end]);
}
