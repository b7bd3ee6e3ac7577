import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Public } from '../../auth/allow.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, Operation } from '../../http/openapi/operation.decorator.js';
import { SamlService } from '../../modules/saml/saml.service.js';

class SsoProviderDto {
  @ApiProperty({ type: 'integer', format: 'int32', description: 'Id of the SAML provider.' })
  readonly id!: number;

  @ApiProperty({ example: 'corporate-adfs' })
  readonly name!: string;

  @ApiProperty({ enum: ['SAML'] })
  readonly type!: 'SAML';

  @ApiProperty({ example: 'corporate-adfs' })
  readonly slug!: string;
}

@ApiController('sso-providers', 'SAML providers')
export class SsoProvidersController {
  constructor(private readonly providers: SamlService) {}

  @Get()
  @Public()
  @Operation({
    summary: 'List identity providers',
    description:
      'The names that a login page shows, without credentials; `/saml/providers/{provider_id}` has the configuration. ' +
      'Nobody can log in by a provider yet.',
    answer: dataListOf(SsoProviderDto),
  })
  async list(): Promise<{ data: SsoProviderDto[] }> {
    const providers = await this.providers.listNames();
    return {
      data: providers.map(({ id, name, displayName }) => ({ id, name: displayName, type: 'SAML', slug: name })),
    };
  }
}
