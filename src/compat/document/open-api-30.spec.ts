import { describe, expect, it } from '@jest/globals';
import { openApi30 } from './open-api-30.js';

describe('openApi30', () => {
  it('states null as a member of a schema', () => {
    const job = { $ref: '#/components/schemas/Job' };
    const schemas = {
      Client: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          email: { type: ['string', 'null'], format: 'email' },
          job: { description: 'Runs.', anyOf: [job, { type: 'null' }] },
          either: { anyOf: [job, { type: ['integer', 'null'] }] },
        },
      },
    };
    expect(openApi30({ openapi: '3.1.0', tags: [], paths: {}, components: { schemas } })).toEqual({
      openapi: '3.0.3',
      tags: [],
      paths: {},
      components: {
        schemas: {
          Client: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              email: { type: 'string', nullable: true, format: 'email' },
              job: { description: 'Runs.', anyOf: [job, { type: 'object', nullable: true, enum: [null] }] },
              either: { anyOf: [job, { type: 'integer', nullable: true }] },
            },
          },
        },
      },
    });
  });
});
