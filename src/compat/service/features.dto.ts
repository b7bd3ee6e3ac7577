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

/** The features of the reference product that programs and its page ask for: a missing one is an error there. The position is the id. */
const features = [
  ['azure_support', 'Azure', 'Entra ID and Azure are collected and analysed.', true],
  ['adcs', 'Certificate services', 'Certificate authorities and templates are collected.', true],
  ['clear_graph_data', 'Clearing the graph', 'The graph and parts of it can be deleted.', true],
  ['tier_management_engine', 'Tags', 'Asset groups are tags: tiers and labels with selectors and members.', true],
  ['scope_collection_by_ou', 'Collection by unit', 'Jobs can be limited to organizational units.', 'events'],
  ['enable_saml_sso', 'SAML', 'People log in by SAML.', 'page'],
  ['oidc_support', 'OpenID Connect', 'People log in by OpenID Connect.', 'page'],
  ['butterfly_analysis', 'Exposure and impact', 'Findings with exposure and impact.', false],
  ['environment_targeted_access_control', 'Access by environment', 'Accounts limited to environments.', true],
  ['opengraph_extension_management', 'Extensions', 'Extensions describe kinds of nodes and edges.', true],
  ['open_graph_phase_2', 'Uploads by file', 'Each file of an upload has a report with its faults.', true],
  ['opengraph_search', 'Search of OpenGraph', 'Nodes and edges of any kind are found.', true],
  ['opengraph_findings', 'Findings of OpenGraph', 'Extensions define findings.', false],
  ['opengraph_entity_panel', 'Panels of OpenGraph', 'Extensions define panels of entities.', false],
  ['opengraph_data_quality', 'Data quality of OpenGraph', 'Objects of extensions are counted.', false],
  ['back_button_support', 'Addresses of views', 'The state of a view is in its address.', true],
  ['dark_mode', 'Dark mode', 'The page has dark colours.', true],
  ['entity_panel_cache', 'Cache of panels', 'Results of panels are kept in memory.', false],
  ['ntlm_post_processing', 'Relays of NTLM', 'The analysis derives relays of NTLM.', true],
  ['auto_tag_t0_parent_objects', 'Units in tier zero', 'Units above tier zero belong to it.', true],
  ['updated_posture_page', 'Posture', 'The page of the posture has a history.', 'events'],
  ['risk_exposure_new_calculation', 'New exposure', 'Exposure is counted from meta trees.', false],
  ['changelog', 'Changelog', 'News of the product are shown.', false],
  [
    'client_bearer_auth',
    'Bearer tokens of clients',
    'Collection clients log in by a token without a signature.',
    false,
  ],
  ['fedramp_eula', 'Agreement at each login', 'Each login shows an agreement.', false],
] as const;

/** @param parts whether the edition has scheduled collection, and the service its page, to which logins by providers lead */
export function toFeatureDtos(parts: { readonly events: boolean; readonly page: boolean }): FeatureDto[] {
  return features.map(([key, name, description, state], index) => ({
    id: index + 1,
    ...noTimes,
    key,
    name,
    description,
    enabled: typeof state === 'boolean' ? state : parts[state],
    user_updatable: false,
  }));
}
