import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Allow } from '../../auth/allow.decorator.js';
import { productVersion } from '../../base/config/product-version.js';
import { Settings } from '../../base/config/settings.js';
import type { ApiTag } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';

class ApiVersionsDto {
  @ApiProperty({ example: 'v2' })
  readonly current_version!: string;

  @ApiProperty({ example: 'none' })
  readonly deprecated_version!: string;
}

class VersionDto {
  @ApiProperty()
  readonly API!: ApiVersionsDto;

  @ApiProperty({ description: 'Version of Graphward.' })
  readonly server_version!: string;

  @ApiProperty({ enum: ['community', 'enterprise'] })
  readonly product_edition!: string;
}

@ApiTags('service' satisfies ApiTag)
@Controller('api')
export class VersionController {
  private readonly version = `v${productVersion()}`;

  constructor(private readonly settings: Settings) {}

  @Get('version')
  @Allow('self:manage')
  @Operation({ summary: 'Get the versions of the API and the service', answer: dataOf(VersionDto) })
  get(): { data: VersionDto } {
    const API = { current_version: 'v2', deprecated_version: 'none' };
    return { data: { API, server_version: this.version, product_edition: this.settings.edition } };
  }
}
