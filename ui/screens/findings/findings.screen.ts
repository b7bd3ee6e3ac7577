import type { Screen } from '../screen.js';

const shared = { permission: 'graph:read', capability: 'findings' } as const;
const entry = { label: 'Tier zero', key: 't' } as const;

export const findingsScreen: Screen = {
  ...shared,
  paths: ['/findings', '/findings/:type'],
  entry: { ...entry, path: '/findings', tab: 'Findings' },
  load: () => import('./findings.js'),
};

export const postureScreen: Screen = {
  ...shared,
  paths: ['/posture'],
  entry: { ...entry, path: '/posture', tab: 'Posture' },
  load: () => import('./posture.js'),
};
