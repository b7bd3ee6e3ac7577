import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from '../../auth/allow.decorator.js';
import { PathChoice } from '../../http/input/path.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';

const collectors = new Map(['sharphound', 'azurehound', 'openhound'].map((name) => [name, name]));

const none = 'Always empty: this service distributes no collectors.';
const empty = { type: 'array', items: { type: 'object' }, maxItems: 0, description: none } as const;

class CollectorManifestDto {
  @ApiProperty({ description: none, example: '' })
  readonly latest!: '';

  @ApiProperty(empty)
  readonly versions!: readonly never[];
}

class KennelManifestDto {
  @ApiProperty(empty)
  readonly sharphound!: readonly never[];

  @ApiProperty(empty)
  readonly azurehound!: readonly never[];
}

class EnterpriseManifestDto {
  @ApiProperty(empty)
  readonly sharphound_enterprise!: readonly never[];

  @ApiProperty(empty)
  readonly azurehound_enterprise!: readonly never[];

  @ApiProperty(empty)
  readonly openhound!: readonly never[];
}

/** Empty manifests: the page of the reference product reads them before it shows collectors. */
@ApiController('', 'service')
export class CollectorManifestsController {
  @Get('collectors/:collector_type')
  @Allow('self:manage')
  @Operation({ summary: 'List the versions of a collector', description: none, answer: dataOf(CollectorManifestDto) })
  getVersions(@PathChoice('collector_type', collectors, 'Name of the collector.') _name: string): {
    data: CollectorManifestDto;
  } {
    return { data: { latest: '', versions: [] } };
  }

  @Get('kennel/manifest')
  @Allow('self:manage')
  @Operation({ summary: 'List the versions of all collectors', description: none, answer: dataOf(KennelManifestDto) })
  listVersions(): { data: KennelManifestDto } {
    return { data: { sharphound: [], azurehound: [] } };
  }

  @Get('kennel/enterprise-manifest')
  @Allow('self:manage')
  @Operation({
    summary: 'List the versions of all enterprise collectors',
    description: none,
    answer: dataOf(EnterpriseManifestDto),
  })
  listEnterpriseVersions(): { data: EnterpriseManifestDto } {
    return { data: { sharphound_enterprise: [], azurehound_enterprise: [], openhound: [] } };
  }
}
