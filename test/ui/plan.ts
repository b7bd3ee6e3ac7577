import type { Page } from 'playwright-core';
import { expect, it } from '@jest/globals';
import { expectAccessibleInAllLooks, type World } from './world.js';

function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Plans of fixes: the slider of stages, steps and the proof. */
export function describePlan(world: () => World): void {
  it('stops at a stage by the slider, also by keys, and shows its steps and its proof', async () => {
    const { page, close } = await world().open('/plan');
    await page.getByText(/^3,272 accounts can reach tier zero\. After 41 fixes of cost 67: 0\./).waitFor();
    const slider = page.getByRole('slider', { name: /Stop after stage/ });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.getByText(/After 1 fix of cost 1: 3,023\. No plan that leaves as few costs less\.$/).waitFor();
    expect(addressOf(page)).toBe('/ui/plan?until=3023');
    const step = page.getByRole('region', { name: 'Step 1' });
    await step.getByText('1. clear the delegation of BGO-FS007.HALDEN.EXAMPLE').waitFor();
    await step.getByText('What else it takes away').click();
    await step.getByText('1 right of 1 account, by themselves or by membership.').waitFor();
    await page.getByText('Why not fewer?').click();
    await page.getByText(/10 of [\d,]+ ways are shown\./).waitFor();
    await page.getByRole('link', { name: 'Stage 7', exact: true }).click();
    await page.getByText(/After 18 fixes of cost 18: 74\./).waitFor();
    expect(addressOf(page)).toBe('/ui/plan?until=74');
    await expectAccessibleInAllLooks(page);
    await close();
  });

  it('shows accounts that no fix cuts off, if a domain is kept', async () => {
    const { page, close } = await world().open('/plan?until=100&keep_where=name:eq:HALDEN.EXAMPLE');
    await page.getByText('Accounts that no fix cuts off: 2').click();
    await page.getByText('A node that was kept may change after all.').waitFor();
    await close();
  });
}
