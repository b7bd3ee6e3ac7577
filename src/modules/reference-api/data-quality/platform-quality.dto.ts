import { OmitType } from '@nestjs/swagger';
import { Count } from '../../../http/openapi/wire.dto.js';
import { DomainDataQualityDto } from '../../domains/domains.dto.js';
import { Share } from '../../environments/environments.decorators.js';
import { TenantDataQualityDto } from '../../tenants/tenants.dto.js';

/** Sums over the domains of one analysis; shares are means. */
export class DomainsDataQualityDto extends OmitType(DomainDataQualityDto, ['domainsid']) {
  @Count('Domains.')
  readonly domains!: number;
}

/** Sums over the tenants of one analysis. */
export class TenantsDataQualityDto extends OmitType(TenantDataQualityDto, ['tenantid']) {
  @Count('Tenants.')
  readonly tenants!: number;
}

export class CompletenessDto {
  @Share('Mean of the domains.')
  readonly LocalGroupCompleteness!: number;

  @Share('Mean of the domains.')
  readonly SessionCompleteness!: number;
}
