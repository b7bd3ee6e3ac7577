import { call } from '../api/call.js';
import { useEnvironments } from '../base/environments.js';
import { useAnswer } from '../base/states.js';
import type { Filter } from './list-filters.js';

/** The choice of a kind of objects. @param name of the parameter */
export function useKindFilter(name: string): Filter {
  const { answer } = useAnswer(call('GET /api/v2/graphs/kinds', { query: { type: ['node'] } }));
  return { name, label: 'Kind', kind: 'choice', choices: answer?.data.kinds.map((it) => [it, it] as const) ?? [] };
}

/** The choice of a domain or a tenant, as `environment` in the address. */
export function useEnvironmentFilter(): Filter {
  const environments = useEnvironments() ?? [];
  const choices = environments.map(({ id, name }) => [id, name] as const);
  return { name: 'environment', label: 'Environment', kind: 'choice', choices };
}
