import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './failure.js';
import type { Terminal } from './terminal.js';

/**
 * Reads a secret: from a terminal, which asks for it twice and does not show it, or else the first line of standard input.
 * @param name of the secret, for messages
 * @throws UsageError if there is none, or the two differ
 */
export async function readSecret(terminal: Terminal, name: string): Promise<string> {
  const { input } = terminal;
  if (!input) throw new UsageError(`${name}: there is no standard input to read it from`);
  if (!input.isTTY) {
    terminal.note(`${name}: reading one line of standard input`);
    return lineOf(input, name);
  }
  terminal.note(`${name} (not shown):`);
  const secret = await lineOf(input, name);
  terminal.note(`${name}, again:`);
  if ((await lineOf(input, name)) !== secret) throw new UsageError(`${name}: the two are not the same`);
  return secret;
}

async function lineOf(input: NonNullable<Terminal['input']>, name: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: input.isTTY === true });
  // Without an echo the terminal sends no signal for Ctrl-C.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const closed = once(lines, 'close').then(() => '');
  try {
    const line = await Promise.race([once(lines, 'line').then(([text]) => String(text)), closed]);
    if (line === '') throw new UsageError(`${name}: nothing was given`);
    return line;
  } finally {
    lines.close();
  }
}
