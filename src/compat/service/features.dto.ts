import { ApiProperty } from '@nestjs/swagger';
import { FixedRecordDto, noTimes } from '../fixed-record.dto.js';

export class FeatureDto extends FixedRecordDto {
  @ApiProperty({ example: 'azure_support' })
  readonly key!: string;

  @ApiProperty()
  readonly name!: string;

  @ApiProperty()
  readonly description!: string;

  @ApiProperty({ description: 'Whether this service has the feature.' })
  readonly enabled!: boolean;

  @ApiProperty({ description: 'Always false: features are parts of the service or the edition.' })
  readonly user_updatable!: boolean;
}

/** The features of the reference product that programs ask for. The position is the id. */
const features = [
  ['azure_support', 'Azure', 'Entra ID and Azure are collected and analysed.', true],
  ['adcs', 'Certificate services', 'Certificate authorities and templates are collected.', true],
  ['clear_graph_data', 'Clearing the graph', 'The graph and parts of it can be deleted.', true],
  ['tier_management_engine', 'Tags', 'Asset groups are tags: tiers and labels with selectors and members.', true],
  ['scope_collection_by_ou', 'Collection by unit', 'Jobs can be limited to organizational units.', 'events'],
  ['enable_saml_sso', 'SAML', 'Logging in by SAML. Providers are stored configuration only.', false],
  ['oidc_support', 'OpenID Connect', 'Logging in by OpenID Connect.', false],
  ['butterfly_analysis', 'Exposure and impact', 'Findings with exposure and impact.', false],
  ['environment_targeted_access_control', 'Access by environment', 'Accounts limited to environments.', false],
  ['opengraph_extension_management', 'Extensions', 'Extensions describe kinds of nodes and edges.', true],
] as const;

/** @param hasEvents whether the edition has scheduled collection */
export function toFeatureDtos(hasEvents: boolean): FeatureDto[] {
  return features.map(([key, name, description, state], index) => ({
    id: index + 1,
    ...noTimes,
    key,
    name,
    description,
    enabled: state === 'events' ? hasEvents : state,
    user_updatable: false,
  }));
}
