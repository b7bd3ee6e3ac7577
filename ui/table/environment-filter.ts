import { useEnvironments } from '../base/environments.js';
import type { Filter } from './list-filters.js';

/** The choice of a domain or a tenant, as `environment` in the address. */
export function useEnvironmentFilter(): Filter {
  const environments = useEnvironments() ?? [];
  const choices = environments.map(({ id, name }) => [id, name] as const);
  return { name: 'environment', label: 'Environment', kind: 'choice', choices };
}
