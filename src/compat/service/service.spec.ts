import { describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../base/config/load-settings.js';
import { toConfigurationDtos } from './configuration.dto.js';
import { toFeatureDtos } from './features.dto.js';

function isEnabled(name: string, parts: Parameters<typeof toFeatureDtos>[0]): boolean | undefined {
  return toFeatureDtos(parts).find(({ key }) => key === name)?.enabled;
}

describe('the community edition', () => {
  it('has no scheduled collection', () => {
    expect(isEnabled('scope_collection_by_ou', { events: false, page: true })).toBe(false);
  });

  it.each(['enable_saml_sso', 'oidc_support'])('has %s with its page alone', (key) => {
    expect([true, false].map((page) => isEnabled(key, { events: false, page }))).toEqual([true, false]);
  });

  it('shows null for data that do not expire', () => {
    const settings = loadSettings({ EDITION: 'community', ALLOW_UNLIMITED_WAIT: 'true', SESSION_TTL: '5400' });
    const values = new Map(toConfigurationDtos(settings).map(({ key, value }) => [key, value]));
    expect(values.get('prune.ttl')).toEqual({ base_ttl: null, has_session_edge_ttl: null });
    expect(values.get('api.timeout_limit')).toEqual({ enabled: false });
    expect(values.get('auth.session_ttl_hours')).toEqual({ hours: 1.5 });
  });
});
