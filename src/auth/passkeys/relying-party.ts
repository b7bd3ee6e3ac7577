import type { Settings } from '../../base/config/settings.js';

/** The service as browsers know it. Devices sign for this host and origin only. */
export interface RelyingParty {
  /** A host name. */
  readonly id: string;
  readonly origin: string;
}

/** From PUBLIC_URL, never from the host of a request, which the caller chooses. Without it passkeys work at localhost only. */
export function relyingPartyOf({ publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl || `http://localhost:${port}`);
  return { id: hostname, origin };
}
