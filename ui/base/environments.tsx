import { call } from '../api/call.js';
import { useAnswer } from './states.js';

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
const DAY_MS = 86_400_000;

/** Data that were last seen before this time are old. Collections state days, so data of yesterday may be hours old. */
export function oldSince(): string {
  return new Date((Math.floor(Date.now() / DAY_MS) - 1) * DAY_MS).toISOString();
}

/** All domains and tenants, ordered by name; undefined until they have arrived. */
export function useEnvironments(): readonly Environment[] | undefined {
  const domains = useAnswer(call('GET /api/v2/ad-domains', { query: { limit: MOST } })).answer?.data;
  const tenants = useAnswer(call('GET /api/v2/cloud-tenants', { query: { limit: MOST } })).answer?.data;
  if (!domains || !tenants) return undefined;
  return [
    ...domains.map((it) => ({ id: it.domainsid, isCloud: false, isCollected: it.collected, ...shared(it) })),
    ...tenants.map((it) => ({ id: it.tenantid, isCloud: true, isCollected: true, ...shared(it) })),
  ];
}

function shared({ name, last_seen: lastSeen }: { readonly name: string; readonly last_seen: string }) {
  return { name, lastSeen };
}
