import type { Screen } from '../screen.js';

const entry = { label: 'Data', key: 'd' } as const;

export const changesScreen: Screen = {
  paths: ['/changes'],
  permission: 'graph:read',
  entry: { ...entry, path: '/changes', tab: 'Changes' },
  load: () => import('./changes.js'),
};

export const newWaysScreen: Screen = {
  paths: ['/new-ways'],
  permission: 'graph:read',
  entry: { ...entry, path: '/new-ways', tab: 'New ways' },
  load: () => import('./new-ways.js'),
};
