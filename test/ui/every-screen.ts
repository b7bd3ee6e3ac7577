import { it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { screens } from './screens.js';
import { expectAccessibleInAllLooks, expectLoaded, visit, type World } from './world.js';

async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

export function describeEveryScreen(world: () => World): void {
  it('is accessible in both themes, with forced colours, at 390 pixels and at 400 %', () =>
    visit(world(), screens, {
      look: async (page, { heading }) => {
        await expectHeading(page, heading);
        await expectAccessibleInAllLooks(page);
      },
      isByLinks: true,
    }));

  it('is shown to an account that may only read, or names the permission that it lacks', () =>
    visit(world().reader, screens, {
      look: async (page, { heading, isRefused }) => {
        await expectHeading(page, isRefused ? 'Not permitted' : heading);
        await expectLoaded(page);
      },
      isByLinks: true,
    }));

  it('is shown in the community edition, or named as part of the other one', () => {
    const rows = screens.filter(({ path }) => !path.includes('S-1-5-21'));
    return visit(world().community, rows, {
      look: async (page, { heading, isEnterprise }) => {
        await expectHeading(page, isEnterprise ? 'Part of the enterprise edition' : heading);
        await expectLoaded(page);
      },
      // Its estate has no path of users to tier zero.
      expectedFaults: [/404 .*shortest-path/],
      isByLinks: true,
    });
  });
}
