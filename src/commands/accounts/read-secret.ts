import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from '../failure.js';
import type { Terminal } from '../terminal.js';

/**
 * Reads a secret: from a terminal, which asks for it twice and does not show it, or else the first line of standard input.
 * @param name of the secret, for messages
 * @throws UsageError if there is none, or the two differ
 */
export async function readSecret(terminal: Terminal, name: string): Promise<string> {
  const { input } = terminal;
  if (!input) throw new UsageError(`${name}: there is no standard input to read it from`);
  const isTerminal = input.isTTY === true;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Opened before the prompt, because a terminal shows typed characters until then.
  const reader = createInterface({ input, output: nowhere, terminal: isTerminal });
  // Without an echo the terminal sends no signal for Ctrl-C.
  reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const lines = reader[Symbol.asyncIterator]();
  try {
    terminal.note(isTerminal ? `${name} (not shown):` : `${name}: reading one line of standard input`);
    const secret = await nextLine(lines, name);
    if (!isTerminal) return secret;
    terminal.note(`${name}, again:`);
    if ((await nextLine(lines, name)) !== secret) throw new UsageError(`${name}: the two are not the same`);
    return secret;
  } finally {
    reader.close();
  }
}

async function nextLine(lines: AsyncIterator<string>, name: string): Promise<string> {
  const { value, done } = await lines.next();
  if (done === true || value === '') throw new UsageError(`${name}: nothing was given`);
  return value;
}
