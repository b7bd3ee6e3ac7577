import type { Screen } from '../screen.js';

const entry = { label: 'Collection', key: 'c' } as const;
const permission = 'collection:read';
const clients = { ...entry, path: '/clients', tab: 'Clients' };

export const collectionScreens: readonly Screen[] = [
  {
    paths: ['/jobs', '/jobs/:id'],
    permission,
    capability: 'jobs',
    entry: { ...entry, path: '/jobs', tab: 'Jobs' },
    load: () => import('./jobs.js'),
  },
  {
    paths: ['/clients', '/clients/:id'],
    permission,
    capability: 'clients',
    entry: clients,
    load: () => import('./clients.js'),
  },
  {
    paths: ['/events/:id'],
    permission,
    capability: 'events',
    entry: clients,
    load: () => import('./event.js'),
  },
];
