import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SigningToken } from './signed-client.js';

/** A process of `collector simulate`. */
export interface CollectorProcess {
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /** Log lines so far. */
  output(): string;
  /** Number of batches that the service accepted. */
  batches(): number;
  /** The summary that it printed at its end. */
  report(): unknown;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

/**
 * Starts a simulated collector.
 * @param folder of `build`
 * @param options of the command line, without `--`
 */
export function startCollector(
  folder: string,
  url: string,
  token: SigningToken,
  options: Readonly<Record<string, string>>,
): CollectorProcess {
  const words = Object.entries({ url, 'token-id': token.id, poll: '0.2', ...options });
  const child = spawn(
    process.execPath,
    [
      join(folder, 'dist/src/cli.js'),
      'collector',
      'simulate',
      ...words.flatMap(([name, value]) => [`--${name}`, value]),
    ],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'], GRAPHWARD_TOKEN_KEY: token.key },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  let said = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = endOf(child);
  return {
    ended,
    output: () => said,
    batches: () => said.match(/: batch \d+, .* accepted\n/g)?.length ?? 0,
    report: () => JSON.parse(printed) as unknown,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  await once(child, 'close');
}
