import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { PathChoice } from '../../http/input/path.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';

const collectors = new Map(['sharphound', 'azurehound', 'openhound'].map((name) => [name, name]));

const none = 'Always empty: this service distributes no collectors.';
const empty = memory.any<readonly never[]>({
  type: 'array',
  items: { type: 'object' },
  maxItems: 0,
  description: none,
});
const empties = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, empty]));

const versionsShape = shape('CollectorManifestDto', {
  latest: memory.text({ description: none, example: '' }),
  versions: empty,
});
const manifestShape = shape('KennelManifestDto', empties('sharphound', 'azurehound'));
const enterpriseShape = shape(
  'EnterpriseManifestDto',
  empties('sharphound_enterprise', 'azurehound_enterprise', 'openhound'),
);

/** Empty manifests: the page of the reference product reads them before it shows collectors. */
@ApiController('', 'service')
export class CollectorManifestsController {
  @Get('collectors/:collector_type')
  @Allow('self:manage')
  @Operation({ summary: 'List the versions of a collector', description: none, answer: dataOf(versionsShape.dto) })
  getVersions(@PathChoice('collector_type', collectors, 'Name of the collector.') _name: string): {
    data: object;
  } {
    return { data: { latest: '', versions: [] } };
  }

  @Get('kennel/manifest')
  @Allow('self:manage')
  @Operation({ summary: 'List the versions of all collectors', description: none, answer: dataOf(manifestShape.dto) })
  listVersions(): { data: object } {
    return { data: { sharphound: [], azurehound: [] } };
  }

  @Get('kennel/enterprise-manifest')
  @Allow('self:manage')
  @Operation({
    summary: 'List the versions of all enterprise collectors',
    description: none,
    answer: dataOf(enterpriseShape.dto),
  })
  listEnterpriseVersions(): { data: object } {
    return { data: { sharphound_enterprise: [], azurehound_enterprise: [], openhound: [] } };
  }
}
