import { call } from '../api/call.js';
import { useAnswer } from '../base/use-answer.js';
import type { Filter } from './list-filters.js';

/** The choice of a kind of objects. @param name of the parameter */
export function useKindFilter(name: string): Filter {
  const { answer } = useAnswer(call('GET /api/v2/graphs/kinds', { query: { type: ['node'] } }));
  return { name, label: 'Kind', kind: 'choice', choices: answer?.data.kinds.map((it) => [it, it] as const) ?? [] };
}
