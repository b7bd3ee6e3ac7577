export const texts = {
  title: 'Questions',
  note: 'Each opens its answer, whose conditions can be changed there.',
  object: 'Of which object?',
  edge: 'Edge',
  edgeHint: 'source id, kind, target id',
  ask: 'Ask',
} as const;
