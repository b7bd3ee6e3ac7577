import type { Screen } from '../screen.js';

export const questionsScreen: Screen = {
  paths: ['/questions'],
  permission: 'graph:read',
  entry: { label: 'Query', key: 'q', path: '/questions', tab: 'Questions' },
  load: () => import('./questions.js'),
};
