import type { Screen } from '../screen.js';

export const cypherScreen: Screen = {
  paths: ['/cypher'],
  permission: 'queries:run',
  entry: { label: 'Query', key: 'q', path: '/cypher', tab: 'Cypher' },
  load: () => import('./cypher.js'),
};
