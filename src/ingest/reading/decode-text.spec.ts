import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeText } from './decode-text.js';

const text = '{"name":"Zoë 🌲 漢"}';

const encoders: Readonly<Record<string, (value: string) => Buffer>> = {
  'UTF-8 without mark': (value) => Buffer.from(value),
  'UTF-8 with mark': (value) => Buffer.from(`\uFEFF${value}`),
  'UTF-16 LE': (value) => Buffer.from(`\uFEFF${value}`, 'utf16le'),
  'UTF-16 BE': (value) => Buffer.from(`\uFEFF${value}`, 'utf16le').swap16(),
};

/** Spaces take the place of the mark of UTF-8, whose text is passed on byte by byte. */
const placed = (name: string, value: string) => (name === 'UTF-8 with mark' ? `   ${value}` : value);

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

async function decoded(bytes: Buffer, size = 1000): Promise<string> {
  return (await bytesOf(bytes, size)).toString();
}

async function bytesOf(bytes: Buffer, size: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of decodeText(inChunks(bytes, size))) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

describe('decodeText', () => {
  it.each(Object.keys(encoders))('gives %s as UTF-8 without mark, however it is cut', async (name) => {
    for (const size of [1, 2, 3, 5, 1000]) {
      expect(await decoded(encoders[name]?.(text) ?? Buffer.alloc(0), size)).toBe(placed(name, text));
    }
  });

  it('gives any text back from every encoding', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .string({ unit: 'binary', minLength: 1 })
          .filter((value) => !value.startsWith('\uFEFF') && !value.includes('\0')),
        fc.constantFrom(...Object.keys(encoders)),
        fc.integer({ min: 1, max: 9 }),
        async (value, name, size) => {
          expect(await decoded(encoders[name]!(value), size)).toBe(placed(name, value));
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each(['UTF-16 LE', 'UTF-16 BE'])(
    'gives half of a pair in %s as a byte that is no UTF-8, however it is cut',
    async (name) => {
      const encoded = encoders[name]!('a\ud83d\ude00\ud83db\ude00\ude00\uFFFDc\ud83d');
      for (const size of [1, 2, 3, 5, 1000]) {
        expect((await bytesOf(encoded, size)).toString('latin1')).toBe(
          Buffer.from('a\u{1F600}!b!!\uFFFDc!').toString('latin1').replaceAll('!', '\xff'),
        );
      }
    },
  );

  it.each([0, 1, 2, 3])('passes on a text of %i bytes', async (length) => {
    expect(await decoded(Buffer.from('abc').subarray(0, length))).toBe('abc'.slice(0, length));
  });

  it('refuses what is not of the encoding announced', async () => {
    const cutInTwo = Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x42]);
    await expect(decoded(cutInTwo)).rejects.toThrow('ends inside a character of UTF-16');
  });
});
