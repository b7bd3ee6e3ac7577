import type { Screen } from '../screen.js';

export const tierZeroScreen: Screen = {
  paths: ['/tags/:id'],
  permission: 'graph:read',
  entry: { label: 'Tier zero', key: 't', path: '/tags/1', tab: 'Members' },
  load: () => import('./tier-zero.js'),
};
