import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeAccess } from './access.js';
import { describeAlerts } from './alerts.js';
import { describeAttacks } from './attacks.js';
import { hasBrowser } from './chromium.js';
import { describeCollection } from './collection.js';
import { describeData } from './data.js';
import { describeCypher } from './cypher.js';
import { describeEveryScreen } from './every-screen.js';
import { describeExplore } from './explore.js';
import { describeFactors } from './factors.js';
import { describeFind } from './find.js';
import { describeFindings } from './findings.js';
import { describeFrame } from './frame.js';
import { describeObject } from './object.js';
import { describePaths } from './paths.js';
import { describePlan } from './plan.js';
import { describeQuestions } from './questions.js';
import { describeReach } from './reach.js';
import { describeReports } from './reports.js';
import { describeSize } from './size.js';
import { describeTierZero } from './tier-zero.js';
import { startWorld, type World } from './world.js';

/** Two services and one browser for all screens. A screen has its rows in screens.ts, and its own tests in this list. */
const screens = {
  size: describeSize,
  'every screen': describeEveryScreen,
  'names that are attacks': describeAttacks,
  questions: describeQuestions,
  frame: describeFrame,
  find: describeFind,
  explore: describeExplore,
  object: describeObject,
  paths: describePaths,
  'tier zero': describeTierZero,
  plan: describePlan,
  reach: describeReach,
  collection: describeCollection,
  access: describeAccess,
  alerts: describeAlerts,
  reports: describeReports,
  'second factors': describeFactors,
  cypher: describeCypher,
  findings: describeFindings,
  // Its uploads change the graph, so it is the last.
  data: describeData,
};

if (!hasBrowser) {
  it(`runs on Linux x64 only, or with the program that CHROMIUM names`, () => expect(hasBrowser).toBe(false));
} else {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world?.close());

  for (const [name, describeScreen] of Object.entries(screens))
    describe(name, () => {
      describeScreen(() => world);
    });
}
