import { it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type ScreenRow, screens } from './screens.js';
import { expectAccessibleInAllLooks, expectLoaded, inParallel, type Site, type World } from './world.js';

async function expectHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

type Look = (page: Page, row: ScreenRow) => Promise<void>;

function visit(site: Site, rows: readonly ScreenRow[], look: Look, expectedFaults: readonly RegExp[] = []) {
  return inParallel(rows, async (row) => {
    const { page, close } = await site.open(row.path);
    await look(page, row).catch((error: unknown) => {
      throw new Error(`at ${row.path}`, { cause: error });
    });
    await close(expectedFaults);
  });
}

export function describeEveryScreen(world: () => World): void {
  it('is accessible in both themes, with forced colours, at 390 pixels and at 400 %', () =>
    visit(world(), screens, async (page, { heading }) => {
      await expectHeading(page, heading);
      await expectAccessibleInAllLooks(page);
    }));

  it('is shown to an account that may only read, or names the permission that it lacks', () =>
    visit(world().reader, screens, async (page, { heading, isRefused }) => {
      await expectHeading(page, isRefused ? 'Not permitted' : heading);
      await expectLoaded(page);
    }));

  it('is shown in the community edition, or named as part of the other one', () => {
    const rows = screens.filter(({ path }) => !path.includes('S-1-5-21'));
    return visit(
      world().community,
      rows,
      async (page, { heading, isEnterprise }) => {
        await expectHeading(page, isEnterprise ? 'Part of the enterprise edition' : heading);
        await expectLoaded(page);
      },
      // Its estate has no path of users to tier zero.
      [/404 .*shortest-path/],
    );
  });
}
