import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectLoaded, inParallel, type World } from './world.js';

/** Most interactions until an answer is shown. */
const MOST = 4;

/** Counts what a person does from the first view on. */
class Person {
  interactions = 0;

  constructor(readonly page: Page) {}

  async searches(text: string): Promise<void> {
    this.interactions += 1;
    await this.page.getByRole('combobox', { name: 'Search objects' }).fill(text);
  }

  async picks(option: RegExp): Promise<void> {
    this.interactions += 1;
    await this.page.getByRole('option', { name: option }).first().click();
  }

  async follows(name: string | RegExp): Promise<void> {
    this.interactions += 1;
    await this.page
      .getByRole('main')
      .getByRole('link', { name, ...(typeof name === 'string' && { exact: true }) })
      .click();
  }

  async presses(key: string): Promise<void> {
    this.interactions += 1;
    await this.page.keyboard.press(key);
  }

  async chooses(label: string, value: string): Promise<void> {
    this.interactions += 1;
    await this.page.getByLabel(label, { exact: true }).selectOption(value);
  }

  async sees(text: string): Promise<void> {
    await this.page.getByRole('main').getByText(text).first().waitFor();
  }
}

const bjorn = /^User BJORN\.BRUUN@/;

/** The questions of docs/questions.md in their order. */
const answers: Readonly<Record<string, (person: Person) => Promise<void>>> = {
  'who is Bjorn Bruun': async (it) => {
    await it.searches('bjorn.bruun');
    await it.picks(bjorn);
    await it.sees('BJORN.BRUUN@HALDEN.EXAMPLE');
  },
  'what is known about him': async (it) => {
    await it.searches('bjorn.bruun');
    await it.picks(bjorn);
    await it.sees('Assistant, Information Technology');
  },
  'which groups is he in': async (it) => {
    await it.searches('bjorn.bruun');
    await it.picks(bjorn);
    await it.follows('Memberships');
    await it.sees('22 objects');
  },
  'which computers does he administer': async (it) => {
    await it.searches('bjorn.bruun');
    await it.picks(bjorn);
    await it.follows('Admin rights');
    await it.sees('653 objects');
  },
  'who administers the certificate server': async (it) => {
    await it.searches('osl-ca001');
    await it.picks(/^Computer OSL-CA001/);
    await it.follows('Admin users');
    await it.sees('20 objects');
  },
  'who is a domain admin': async (it) => {
    await it.searches('domain admins@halden');
    await it.picks(/^Group DOMAIN ADMINS@/);
    await it.follows('Members');
    await it.sees('7 objects');
  },
  'who can copy all secrets': async (it) => {
    await it.follows('Who can copy all secrets of HALDEN.EXAMPLE?');
    await it.sees('5 objects');
  },
  'which servers for backup are tier zero': async (it) => {
    await it.searches('bkp');
    await it.presses('Enter');
    await it.chooses('Tier zero', 'true');
    await it.sees('OSL-BKP006.HALDEN.EXAMPLE');
  },
  'which roles has Alma Sunde in the cloud': async (it) => {
    await it.searches('alma.sunde');
    await it.picks(/^AZUser ALMA\.SUNDE@/);
    await it.follows('Roles');
    await it.sees('GLOBAL ADMINISTRATOR@HALDEN');
  },
  'how could a user take over the domain': async (it) => {
    await it.searches('alma.jansen');
    await it.picks(/^User ALMA\.JANSEN@/);
    await it.follows('Paths to tier zero');
    await it.sees('can relay the logon of an administrator to');
  },
};

export function describeQuestions(world: () => World): void {
  it('answers the ten questions of docs/questions.md in at most four interactions each', async () => {
    const counts = new Map<string, number>();
    await inParallel(Object.entries(answers), async ([question, answer]) => {
      const { page, close } = await world().reader.open('/');
      await expectLoaded(page);
      const person = new Person(page);
      await answer(person).catch((error: unknown) => {
        throw new Error(question, { cause: error });
      });
      counts.set(question, person.interactions);
      await close();
    });
    expect(counts.size).toBe(10);
    expect([...counts].filter(([, count]) => count > MOST)).toEqual([]);
  });
}
