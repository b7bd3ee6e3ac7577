import { expect, it } from '@jest/globals';
import { eventually, expectAccessibleInAllLooks, pathOf, type World } from './world.js';

const domain = 'S-1-5-21-3856858773-231016774-2279787834';
const certificateEdge = `${domain}-1107,ADCSESC1,${domain}`;

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
    await eventually(() => expect(pathOf(page)).toBe('/ui/plan?until=3023'));
    const step = page.getByRole('region', { name: 'Step 1' });
    await step.getByText('1. clear the delegation of BGO-FS007.HALDEN.EXAMPLE').waitFor();
    await step.getByText('What else it takes away').click();
    await step.getByText('1 right of 1 account, by themselves or by membership.').waitFor();
    await page.getByText('Why not fewer?').click();
    await page.getByText(/10 of [\d,]+ ways are shown\./).waitFor();
    await page.getByRole('link', { name: 'Stage 7', exact: true }).click();
    await page.getByText(/After 18 fixes of cost 18: 74\./).waitFor();
    await eventually(() => expect(pathOf(page)).toBe('/ui/plan?until=74'));
    await expectAccessibleInAllLooks(page);
    await close();
  });

  it('keeps a plan, and changes a step of it', async () => {
    const { page, close } = await world().open('/plan?until=3023');
    await page.getByRole('button', { name: 'Keep this plan' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Spring');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep this plan' }).click();
    await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
    await eventually(() => expect(pathOf(page)).toMatch(/^\/ui\/plans\/\d+$/));
    await page.getByText('3,023 of 3,272').waitFor();
    await page.getByRole('button', { name: 'Change step 1' }).click();
    await page.getByLabel('State', { exact: true }).selectOption('Planned');
    await page.getByRole('textbox', { name: 'Owner', exact: true }).fill('Ann');
    await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click();
    const row = page.getByRole('row', { name: /clear the delegation of BGO-FS007/ });
    await row.getByRole('cell', { name: 'Planned' }).waitFor();
    await row.getByRole('cell', { name: 'Ann', exact: true }).waitFor();
    await expectAccessibleInAllLooks(page);
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No plan is kept yet. Make one under Plan, and keep it.').waitFor();
    await close();
  });

  it('leads from an edge to the fixes that cut it, and makes no plan until it is asked for', async () => {
    const { page, close } = await world().open('/plan?cuts=' + certificateEdge);
    const plans: string[] = [];
    page.on('request', (request) => request.url().includes('/graphs/plan?') && plans.push(request.url()));
    await page.getByText('One of these fixes is enough.').waitFor();
    await page.getByText('remove all rights of AUTHENTICATED USERS@HALDEN.EXAMPLE on HALDEN-ISSUING-CA').waitFor();
    expect(plans).toEqual([]);
    await page.getByRole('link', { name: 'Make the plan' }).click();
    await page.getByText(/After 41 fixes of cost 67: 0\./).waitFor();
    await page.getByText('It cuts the edge.').first().waitFor();
    await close();
  });

  it('shows accounts that no fix cuts off, if a domain is kept', async () => {
    const { page, close } = await world().open('/plan?until=100&keep_where=name:eq:HALDEN.EXAMPLE');
    await page.getByText('Accounts that no fix cuts off: 2').click();
    await page.getByText('A node that was kept may change after all.').waitFor();
    await close();
  });
}
