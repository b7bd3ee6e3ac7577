import type { Screen } from '../screen.js';

export const findScreen: Screen = {
  paths: ['/'],
  permission: 'graph:read',
  entry: { label: 'Find', key: 'f', path: '/' },
  load: () => import('./find.js'),
};
