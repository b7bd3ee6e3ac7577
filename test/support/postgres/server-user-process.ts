import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const LOADER = new URL('../typescript-loader.mjs', import.meta.url).href;
const PROGRAM = fileURLToPath(new URL('../../../src/database/embedded/embedded-user.fixture.ts', import.meta.url));

/** A process that uses the embedded server of a DATA_DIR. */
export interface ServerUserProcess {
  readonly url: string;
  /** Ends the process regularly. @returns whether the server still runs */
  leave(): Promise<boolean>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

export async function startServerUser(dataDir: string): Promise<ServerUserProcess> {
  const options = ['--disable-warning=ExperimentalWarning', '--import', LOADER, PROGRAM, dataDir];
  const child = spawn(process.execPath, options, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) throw new Error('the process ended before it had the server');
  return {
    url: first.value,
    leave: async () => {
      child.stdin.write('leave\n');
      const { value } = await lines.next();
      await ended(child);
      return value === 'true';
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
