/** Signatures of packed files, in hexadecimal digits. The second belongs to a ZIP without entries. */
const zipMagics = ['504b0304', '504b0506'];
const gzipMagic = '1f8b';

/** Bytes needed to detect them. */
export const MAGIC_BYTES = 4;

export function isZip(head: Buffer): boolean {
  return zipMagics.includes(head.toString('hex', 0, MAGIC_BYTES));
}

export function isGzip(head: Buffer): boolean {
  return head.toString('hex', 0, gzipMagic.length / 2) === gzipMagic;
}
