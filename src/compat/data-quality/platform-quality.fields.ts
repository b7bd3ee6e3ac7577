import { memory } from '../../http/fields/memory.js';
import { field, type JsonOf, recordFields, shape } from '../../http/fields/fields.js';
import { domainQuality, tenantQuality } from '../../modules/environments/environments.fields.js';

/** Sums over the domains of one analysis; shares are means. */
export const domainsQualityShape = shape('DomainsDataQualityDto', {
  ...recordFields('d'),
  domains: field.count('d.environments', 'Domains.'),
  ...domainQuality,
});

/** Sums over the tenants of one analysis. */
export const tenantsQualityShape = shape('TenantsDataQualityDto', {
  ...recordFields('d'),
  tenants: field.count('d.environments', 'Tenants.'),
  ...tenantQuality,
});

const mean = { type: 'number', minimum: 0, maximum: 1, description: 'Mean of the domains.' } as const;

export const completenessShape = shape('CompletenessDto', {
  LocalGroupCompleteness: memory.any<number>(mean),
  SessionCompleteness: memory.any<number>(mean),
});
export type CompletenessDto = JsonOf<typeof completenessShape.fields>;
