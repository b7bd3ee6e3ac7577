import type { Screen } from '../screen.js';

export const changesScreen: Screen = {
  paths: ['/changes'],
  permission: 'graph:read',
  entry: { label: 'Data', key: 'd', path: '/changes', tab: 'Changes' },
  load: () => import('./changes.js'),
};
