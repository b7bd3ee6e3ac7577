import type { Screen } from '../screen.js';

const entry = { label: 'Access', key: 'a' } as const;

export const accessScreens: readonly Screen[] = [
  {
    paths: ['/accounts', '/accounts/:id'],
    permission: 'users:manage',
    entry: { ...entry, path: '/accounts', tab: 'Accounts' },
    load: () => import('./accounts.js'),
  },
  {
    paths: ['/tokens'],
    permission: 'tokens:manage-own',
    entry: { ...entry, path: '/tokens', tab: 'Tokens' },
    load: () => import('./tokens.js'),
  },
  {
    paths: ['/audit'],
    permission: 'audit:read',
    entry: { ...entry, path: '/audit', tab: 'Audit log' },
    load: () => import('./audit.js'),
  },
  // The menu of the account leads there.
  { paths: ['/me'], permission: 'self:manage', load: () => import('./me.js') },
];
