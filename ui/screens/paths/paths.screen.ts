import type { Screen } from '../screen.js';

export const pathsScreen: Screen = {
  paths: ['/paths'],
  permission: 'graph:read',
  entry: { label: 'Paths', key: 'p', path: '/paths' },
  load: () => import('./paths.js'),
};
