import type { Screen } from '../screen.js';

const entry = { label: 'Data', key: 'd' } as const;

export const uploadsScreen: Screen = {
  paths: ['/data/uploads', '/data/uploads/:id'],
  permission: 'ingest:write',
  entry: { ...entry, path: '/data/uploads', tab: 'Uploads' },
  load: () => import('./uploads/uploads.js'),
};

export const qualityScreen: Screen = {
  paths: ['/data/quality', '/data/quality/:environment'],
  permission: 'graph:read',
  entry: { ...entry, path: '/data/quality', tab: 'Data quality' },
  load: () => import('./quality.js'),
};

export const analysisScreen: Screen = {
  paths: ['/data/analysis'],
  permission: 'graph:read',
  entry: { ...entry, path: '/data/analysis', tab: 'Analysis' },
  load: () => import('./analysis.js'),
};
