import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/** Milliseconds until the browser has started, at most. */
const timeout = 240_000;

const CACHE = join(process.cwd(), 'node_modules/.cache');

/** The package has a browser for this platform alone. `CHROMIUM` names the program elsewhere. */
export const hasBrowser =
  process.env['CHROMIUM'] !== undefined || (process.platform === 'linux' && process.arch === 'x64');

/** Starts the browser of `CHROMIUM`, else the one of the npm package, which needs nothing of the machine. */
export async function startBrowser(): Promise<Browser> {
  const own = process.env['CHROMIUM'];
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  if (own !== undefined) return chromium.launch({ executablePath: own, args, timeout });
  const folder = await unpacked();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    FONTCONFIG_PATH: join(folder, 'fonts'),
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
  };
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, env, timeout });
}

/** Unpacks once for all runs. The folder appears when it is complete. */
async function unpacked(): Promise<string> {
  const { version } = createRequire(import.meta.url)(
    join(process.cwd(), 'node_modules/@sparticuz/chromium/package.json'),
  );
  const folder = join(CACHE, `browser-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const making = await mkdtemp(`${folder}-`);
  const env = { PATH: process.env['PATH'], TMPDIR: making, HOME: making, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  await promisify(execFile)(process.execPath, ['test/ui/unpack-chromium.mjs'], { env });
  await writeFile(join(making, 'fonts/fonts.conf'), fontsOf(folder));
  // Another run may have been faster.
  await rename(making, folder).catch(() => rm(making, { recursive: true, force: true }));
  return folder;
}

/** The package's own file names folders that exist on its platform alone, and a browser without fonts draws no text. */
function fontsOf(folder: string): string {
  return `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`;
}
