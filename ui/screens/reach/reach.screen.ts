import type { Screen } from '../screen.js';

const entry = { label: 'Tier zero', key: 't' } as const;

export const exposureScreen: Screen = {
  paths: ['/exposure'],
  permission: 'graph:read',
  entry: { ...entry, path: '/exposure', tab: 'Exposure' },
  load: () => import('./exposure.js'),
};

export const reachableScreen: Screen = {
  paths: ['/reachable'],
  permission: 'graph:read',
  load: () => import('./reachable.js'),
};

export const edgesScreen: Screen = {
  paths: ['/edges'],
  permission: 'graph:read',
  load: () => import('./edges.js'),
};

export const rankingScreen: Screen = {
  paths: ['/ranking'],
  permission: 'graph:read',
  entry: { ...entry, path: '/ranking', tab: 'Ranking' },
  load: () => import('./ranking.js'),
};
