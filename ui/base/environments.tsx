import { call } from '../api/call.js';
import { useAnswer } from './states.js';

/** A domain, a tenant, or an environment of an extension. */
export interface Environment {
  readonly id: string;
  readonly name: string;
  readonly type: 'domain' | 'tenant' | 'extension';
  /** Kind of its node. */
  readonly kind: string;
  /** Whether its objects have been collected, or it is only mentioned. */
  readonly isCollected: boolean;
  readonly lastSeen: string;
}

const MOST = 1000;
const DAY_MS = 86_400_000;

/** Data that were last seen before this time are old. Collections state days, so data of yesterday may be hours old. */
export function oldSince(): string {
  return new Date((Math.floor(Date.now() / DAY_MS) - 1) * DAY_MS).toISOString();
}

/** All environments, ordered by name within their type; undefined until they have arrived. */
export function useEnvironments(): readonly Environment[] | undefined {
  const domains = useAnswer(call('GET /api/v2/ad-domains', { query: { limit: MOST } })).answer?.data;
  const tenants = useAnswer(call('GET /api/v2/cloud-tenants', { query: { limit: MOST } })).answer?.data;
  const others = useAnswer(call('GET /api/v2/environments', { query: { limit: MOST } })).answer?.data;
  if (!domains || !tenants || !others) return undefined;
  const [domain, tenant, extension] = [
    { type: 'domain', kind: 'Domain' },
    { type: 'tenant', kind: 'AZTenant', isCollected: true },
    { type: 'extension' },
  ] as const;
  return [
    ...domains.map((it) => ({ ...domain, id: it.domainsid, isCollected: it.collected, ...shared(it) })),
    ...tenants.map((it) => ({ ...tenant, id: it.tenantid, ...shared(it) })),
    ...others.map((it) => ({
      ...extension,
      id: it.environment_id,
      kind: it.kind,
      isCollected: it.collected,
      ...shared(it),
    })),
  ];
}

function shared({ name, last_seen: lastSeen }: { readonly name: string; readonly last_seen: string }) {
  return { name, lastSeen };
}
