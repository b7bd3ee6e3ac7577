import { Get, Put } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { Settings } from '../../base/config/settings.js';
import { QueryChoice } from '../../http/input/query.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, dataOf, noBody, Operation } from '../../http/openapi/operation.decorator.js';
import { ConfigurationDto, configurationKeys, toConfigurationDtos } from './configuration.dto.js';
import { FeatureDto, toFeatureDtos } from './features.dto.js';

const keyFilters = ['all', ...configurationKeys.map((key) => `eq:${key}`)];

class NoSwitchesDto {}

/** Features and configuration, as programs of the reference product read them. */
@ApiController('', 'service')
export class ReferenceServiceController {
  constructor(
    private readonly capabilities: Capabilities,
    private readonly settings: Settings,
  ) {}

  @Get('features')
  @Allow('self:manage')
  @Operation({ summary: 'List features', answer: dataListOf(FeatureDto) })
  listFeatures(): { data: FeatureDto[] } {
    return { data: toFeatureDtos({ events: this.capabilities.has('events'), page: this.settings.ui }) };
  }

  @Get('config')
  @Allow('graph:read')
  @Operation({ summary: 'List parameters of the configuration', answer: dataListOf(ConfigurationDto) })
  listConfiguration(@QueryChoice('parameter', keyFilters, 'all', 'Returns only this parameter.') parameter: string): {
    data: ConfigurationDto[];
  } {
    const all = toConfigurationDtos(this.settings);
    return { data: parameter === 'all' ? all : all.filter(({ key }) => parameter === `eq:${key}`) };
  }

  @Get('dog-tags')
  @Allow('self:manage')
  @Operation({ summary: 'List switches of the edition', description: 'There are none.', answer: dataOf(NoSwitchesDto) })
  listSwitches(): { data: NoSwitchesDto } {
    return { data: {} };
  }

  @Put('accept-eula')
  @Allow('self:manage')
  @Operation({
    summary: 'Accept the agreement',
    description: 'Changes nothing: there is no agreement, and `eula_accepted` is true for all accounts.',
    status: 202,
    answer: noBody,
  })
  acceptAgreement(): void {
    // There is nothing to accept.
  }
}
