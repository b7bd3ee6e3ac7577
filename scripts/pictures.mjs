import { join } from 'node:path';
import { root } from './project.mjs';

const SIZE = { width: 1440, height: 720 };

/**
 * Takes the pictures of the README in docs/pictures: how owned objects of the sample estate reach tier zero, in both themes. The files are
 * below 200 kB because the picture has few boxes.
 * @returns the exit code
 */
export async function pictures() {
  const { withDemoInBrowser } = await import('../dist/bench/page/demo-in-browser.js');
  await withDemoInBrowser(async ({ browser, options }) => {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ ...options, colorScheme, viewport: SIZE });
      const page = await context.newPage();
      await page.goto('/ui/paths?start_tag=owned&path=3');
      await page.locator('svg.picture .frame').first().waitFor();
      await page.screenshot({ path: join(root, `docs/pictures/paths-${colorScheme}.png`) });
      await context.close();
    }
  });
  return 0;
}
