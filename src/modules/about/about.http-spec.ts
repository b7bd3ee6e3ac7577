import { describe, expect, it } from '@jest/globals';
import { testApp } from '../../../test/support/app.js';
import { productVersion } from '../../base/config/product-version.js';

describe('GET /api/v2/about', () => {
  it.each([
    ['community', []],
    ['enterprise', ['clients', 'events', 'jobs', 'findings', 'enterprise-operations']],
  ] as const)('tells strangers the %s edition and the ways to log in', async (edition, capabilities) => {
    const app = await testApp({ edition });
    try {
      await app.database.query(
        `INSERT INTO saml_provider (name, display_name, idp_issuer_uri, idp_sso_uri) VALUES ('corp', 'Corp', 'https://i', 'https://s')`,
      );
      const answer = await fetch(`${app.url}/api/v2/about`);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        {
          data: {
            version: productVersion(),
            edition,
            capabilities,
            login_methods: ['password'],
            identity_providers: [{ slug: 'corp', name: 'Corp', type: 'SAML' }],
          },
        },
      ]);
    } finally {
      await app.close();
    }
  });
});
