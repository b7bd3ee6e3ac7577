import { describe, expect, it } from '@jest/globals';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { hideMissingCapabilities } from './openapi-filter.js';
import { Requires } from './edition.module.js';

class OpenController {}

@Requires('jobs')
class JobsController {}

function document() {
  return {
    paths: {
      '/open': { get: { operationId: 'OpenController.list', answer: { $ref: '#/components/schemas/Shared' } } },
      '/jobs': { get: { operationId: 'JobsController.list', answer: { $ref: '#/components/schemas/Job' } } },
    } as Record<string, object>,
    components: {
      schemas: {
        Shared: {
          properties: {
            part: { $ref: '#/components/schemas/Part' },
            code: { $ref: '#/components/schemas/ErrorCode' },
          },
        },
        Part: {},
        Job: {
          properties: { result: { $ref: '#/components/schemas/Result' }, part: { $ref: '#/components/schemas/Part' } },
        },
        Result: {},
        ErrorCode: { enum: ['job.wrong_state', 'schedule.invalid_rule', 'path.unknown'] },
      } as Record<string, unknown>,
    },
  };
}

describe(hideMissingCapabilities.name, () => {
  it('removes the paths that the edition lacks, their error codes and the schemas that only they use', () => {
    const it = document();
    hideMissingCapabilities(it, [OpenController, JobsController], new Capabilities('community'));
    expect(Object.keys(it.paths)).toEqual(['/open']);
    expect(Object.keys(it.components.schemas)).toEqual(['Shared', 'Part', 'ErrorCode']);
    expect(it.components.schemas['ErrorCode']).toEqual({ enum: ['path.unknown'] });
  });

  it('changes nothing if the edition has all capabilities', () => {
    const it = document();
    hideMissingCapabilities(it, [OpenController, JobsController], new Capabilities('enterprise'));
    expect(it).toEqual(document());
  });
});
