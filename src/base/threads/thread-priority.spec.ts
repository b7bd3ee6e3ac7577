import { execFile } from 'node:child_process';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const loader = new URL('../../../test/support/typescript-loader.mjs', import.meta.url).href;
const program = `
  import { getPriority } from 'node:os';
  const { lowerThreadPriority } = await import('${new URL('thread-priority.ts', import.meta.url).href}');
  lowerThreadPriority();
  console.log(getPriority());`;

/** The priority that a process started with this niceness has afterwards. */
async function priorityFrom(nice: number): Promise<number> {
  const node = [process.execPath, '--import', loader, '--input-type=module', '--eval', program];
  return Number((await run('nice', ['-n', String(nice), ...node])).stdout);
}

(process.platform === 'linux' ? describe : describe.skip)('lowerThreadPriority', () => {
  it('lowers the priority of the thread, and keeps one that is lower', async () => {
    const own = getPriority();
    expect([await priorityFrom(0), await priorityFrom(15)]).toEqual([Math.max(own, 10), Math.min(own + 15, 19)]);
  });
});
