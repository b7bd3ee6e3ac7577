import { Get } from '@nestjs/common';
import { Public } from '../../auth/allow.decorator.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { productVersion } from '../../base/config/product-version.js';
import { Settings } from '../../base/config/settings.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import { SsoProvidersService } from '../../auth/sso/providers/sso-providers.service.js';
import { type AboutDto, aboutShape } from './about.dto.js';

@ApiController('about', 'service')
export class AboutController {
  private readonly version = productVersion();

  constructor(
    private readonly settings: Settings,
    private readonly capabilities: Capabilities,
    private readonly providers: SsoProvidersService,
  ) {}

  @Get()
  @Public()
  @Operation({ summary: 'Get the version, the edition and the ways to log in', answer: dataOf(aboutShape.dto) })
  async get(): Promise<{ data: AboutDto }> {
    const providers = await this.providers.listNames();
    return {
      data: {
        version: this.version,
        edition: this.settings.edition,
        capabilities: this.capabilities.names(),
        login_methods: ['password'],
        identity_providers: providers.map(({ slug, displayName: name, kind: type }) => ({ slug, name, type })),
      },
    };
  }
}
