import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startBrowser } from '../../test/ui/chromium.js';
import { withFolder } from '../product.js';

export interface DemoInBrowser {
  readonly browser: Browser;
  /** Options of contexts in which the administrator of the demo is logged in. */
  readonly options: BrowserContextOptions;
}

/** Runs `work` with the demo on a database of its own, and a browser. */
export function withDemoInBrowser(work: (demo: DemoInBrowser) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', RATE_LIMIT_PER_SECOND: '0' };
    const demo = spawn(process.execPath, ['dist/src/cli.js', 'demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(demo, 'exit');
    let output = '';
    for await (const chunk of demo.stdout) {
      output += String(chunk);
      if (output.includes('Press Ctrl-C')) break;
    }
    const [, url = '', secret = ''] = /Page\s+(\S+)\/ui\/[^]*Password\s+(\S+)/.exec(output) ?? [];
    const browser = await startBrowser();
    try {
      const context = await browser.newContext({ baseURL: url });
      const headers = { 'X-Requested-With': 'graphward' };
      await context.request.post('/api/v2/self/session', { headers, data: { username: 'demo', secret } });
      const storageState = await context.storageState();
      await work({ browser, options: { baseURL: url, locale: 'en-US', storageState } });
    } finally {
      await browser.close();
      demo.kill('SIGTERM');
      await ended;
    }
  });
}
