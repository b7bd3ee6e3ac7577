import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { errorMessage } from '../../base/error-message.js';
import { SettingsError } from '../../base/config/load-settings.js';
import { Settings } from '../../base/config/settings.js';

const digits = 40;

/** A line has the digest and, after a colon, how often the password was seen. Two lines fit into the bytes that are read at once. */
const readBytes = 256;

interface Line {
  readonly digest: string;
  /** Offset of the next line. */
  readonly end: number;
}

/**
 * The passwords of BREACHED_PASSWORDS_FILE: lines of SHA-1 digests in hexadecimal digits, in their order, as Pwned Passwords has them. Each
 * look-up reads some dozens of short parts of the file, however large it is.
 */
@Injectable()
export class BreachedPasswords implements OnModuleInit, OnModuleDestroy {
  private readonly path: string;
  private file: FileHandle | undefined;

  constructor({ breachedPasswordsFile }: Settings) {
    this.path = breachedPasswordsFile;
  }

  /** @throws SettingsError if the file cannot be read or does not begin with a digest */
  async onModuleInit(): Promise<void> {
    if (this.path === '') return;
    try {
      this.file = await open(this.path);
      await lineAt(this.file, 0);
    } catch (error) {
      throw new SettingsError([`BREACHED_PASSWORDS_FILE: ${errorMessage(error)}`]);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.file?.close();
  }

  async has(password: string): Promise<boolean> {
    if (!this.file) return false;
    const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
    let [low, high] = [0, (await this.file.stat()).size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const start = middle === low ? low : await firstStart(this.file, middle);
      if (start >= high) {
        high = middle;
        continue;
      }
      const { digest, end } = await lineAt(this.file, start);
      if (digest === wanted) return true;
      if (digest < wanted) low = end;
      else high = middle;
    }
    return false;
  }
}

/** The first offset, from one on, at which a line begins. */
async function firstStart(file: FileHandle, offset: number): Promise<number> {
  const text = await textAt(file, offset - 1);
  const newline = text.indexOf('\n');
  return offset + (newline < 0 ? text.length : newline);
}

/** @throws Error if no digest begins there */
async function lineAt(file: FileHandle, offset: number): Promise<Line> {
  const [line = ''] = (await textAt(file, offset)).split('\n', 1);
  if (!/^[0-9a-f]{40}(?::\d+)?\r?$/i.test(line))
    throw new Error(
      `the line at byte ${offset} is no SHA-1 in ${digits} hexadecimal digits, with a number after a colon`,
    );
  return { digest: line.slice(0, digits).toUpperCase(), end: offset + line.length + 1 };
}

async function textAt(file: FileHandle, offset: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(readBytes), 0, readBytes, offset);
  return buffer.toString('latin1', 0, bytesRead);
}
