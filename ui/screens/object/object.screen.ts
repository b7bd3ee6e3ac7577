import type { Screen } from '../screen.js';

export const objectScreen: Screen = {
  paths: ['/o/:id'],
  permission: 'graph:read',
  load: () => import('./object.js'),
};
