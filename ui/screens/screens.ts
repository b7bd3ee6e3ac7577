import { accessScreens } from './access/access.screen.js';
import { collectionScreens } from './collection/collection.screen.js';
import { changesScreen, newWaysScreen } from './changes/changes.screen.js';
import { analysisScreen, qualityScreen, uploadsScreen } from './data/data.screen.js';
import { cypherScreen } from './cypher/cypher.screen.js';
import { findingsScreen, postureScreen } from './findings/findings.screen.js';
import { findScreen } from './find/find.screen.js';
import { objectScreen } from './object/object.screen.js';
import { tierZeroScreen } from './tier-zero/tier-zero.screen.js';
import { pathsScreen } from './paths/paths.screen.js';
import { questionsScreen } from './questions/questions.screen.js';
import { edgesScreen, exposureScreen, rankingScreen, reachableScreen } from './reach/reach.screen.js';
import type { Screen } from './screen.js';

/** All screens, in the order of the navigation. A new one needs its line here and nothing else. */
export const screens: readonly Screen[] = [
  findScreen, //
  objectScreen,
  pathsScreen,
  questionsScreen,
  cypherScreen,
  tierZeroScreen,
  exposureScreen,
  rankingScreen,
  reachableScreen,
  edgesScreen,
  findingsScreen,
  postureScreen,
  uploadsScreen,
  qualityScreen,
  changesScreen,
  newWaysScreen,
  analysisScreen,
  ...collectionScreens,
  ...accessScreens,
];
