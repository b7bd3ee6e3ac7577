import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from '../../auth/allow.decorator.js';
import { RequestOrigin } from '../../http/input/request-origin.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, Operation } from '../../http/openapi/operation.decorator.js';
import { SamlProviderDto } from '../saml/saml.dto.js';
import { SamlService } from '../saml/saml.service.js';

class SsoProviderDto {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Id of the SAML provider.' })
  readonly id!: number;

  @ApiProperty({ example: 'corporate-adfs' })
  readonly name!: string;

  @ApiProperty({ enum: ['SAML'] })
  readonly type!: 'SAML';

  @ApiProperty({ example: 'corporate-adfs' })
  readonly slug!: string;

  @ApiProperty()
  readonly details!: SamlProviderDto;
}

@ApiController('sso-providers', 'SAML providers')
export class SsoProvidersController {
  constructor(private readonly providers: SamlService) {}

  @Get()
  @Allow('providers:read')
  @Operation({
    summary: 'List identity providers',
    description: 'Providers are stored configuration: nobody can log in by them yet.',
    answer: dataListOf(SsoProviderDto),
  })
  async list(@RequestOrigin() origin: string): Promise<{ data: SsoProviderDto[] }> {
    const providers = await this.providers.list(origin);
    return {
      data: providers.map((details) => ({
        id: details.id,
        name: details.display_name,
        type: 'SAML',
        slug: details.name,
        details,
      })),
    };
  }
}
