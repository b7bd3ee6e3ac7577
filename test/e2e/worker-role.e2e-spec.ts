import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../support/app.js';

let app: TestApp;

beforeAll(async () => {
  app = await testApp({ environment: { ROLE: 'worker' } });
});
afterAll(() => app.close());

const statusOf = async (path: string) => (await fetch(`${app.url}${path}`)).status;

describe('a process with ROLE=worker', () => {
  it('answers health checks and metrics', async () => {
    expect(await statusOf('/health/live')).toBe(200);
    expect(await statusOf('/health/ready')).toBe(200);
    expect(await statusOf('/metrics')).toBe(200);
  });

  it.each(['/api/v2/asset-groups', '/api/v2/spec', '/api/v2/docs', '/api/v2/docs/swagger-ui.css', '/api/v2/self'])(
    'returns 404 for %s as for an unknown path',
    async (path) => {
      const response = await fetch(`${app.url}${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        errors: [{ code: 'path.unknown', context: 'path', message: `there is no GET ${path}` }],
      });
    },
  );
});
