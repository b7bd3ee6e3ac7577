import { call } from '../api/call.js';
import { useAnswer } from './use-answer.js';

/** A domain or a tenant. */
export interface Environment {
  readonly id: string;
  readonly name: string;
  readonly isCloud: boolean;
  /** Whether its objects have been collected, or it is only mentioned. */
  readonly isCollected: boolean;
  readonly lastSeen: string;
}

const MOST = 1000;

/** All domains and tenants, ordered by name; undefined until they have arrived. */
export function useEnvironments(): readonly Environment[] | undefined {
  const domains = useAnswer(call('GET /api/v2/ad-domains', { query: { limit: MOST } })).answer?.data;
  const tenants = useAnswer(call('GET /api/v2/cloud-tenants', { query: { limit: MOST } })).answer?.data;
  if (!domains || !tenants) return undefined;
  return [
    ...domains.map(({ domainsid: id, name, collected: isCollected, last_seen: lastSeen }) => ({
      id,
      name,
      isCloud: false,
      isCollected,
      lastSeen,
    })),
    ...tenants.map(({ tenantid: id, name, last_seen: lastSeen }) => ({
      id,
      name,
      isCloud: true,
      isCollected: true,
      lastSeen,
    })),
  ];
}
