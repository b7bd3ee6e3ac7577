import { ApiProperty } from '@nestjs/swagger';
import type { Settings } from '../../base/config/settings.js';
import { maxInt32 } from '../../http/input/rules.js';
import { FixedRecordDto, noTimes } from '../fixed-record.dto.js';

export class ConfigurationDto extends FixedRecordDto {
  @ApiProperty({ example: 'prune.ttl' })
  readonly key!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { base_ttl: 'P7D' } })
  readonly value!: Readonly<Record<string, unknown>>;

  @ApiProperty()
  readonly name!: string;

  @ApiProperty()
  readonly description!: string;
}

type Value = ConfigurationDto['value'];

interface Parameter {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly valueOf: (settings: Settings) => Value;
}

/** The parameters of the reference product that correspond to settings. The position is the id. */
const parameters: readonly Parameter[] = [
  {
    key: 'auth.session_ttl_hours',
    name: 'Duration of sessions',
    description: 'SESSION_TTL, in hours.',
    valueOf: ({ sessionTtl }) => ({ hours: sessionTtl / 3600 }),
  },
  {
    key: 'auth.api_tokens',
    name: 'API tokens',
    description: 'Accounts can have API tokens.',
    valueOf: () => ({ enabled: true }),
  },
  {
    key: 'api.timeout_limit',
    name: 'Time limits',
    description: 'Time limits apply to all requests, unless ALLOW_UNLIMITED_WAIT is set.',
    valueOf: ({ allowUnlimitedWait }) => ({ enabled: !allowUnlimitedWait }),
  },
  {
    key: 'prune.ttl',
    name: 'Retention',
    description: 'RETENTION_DATA and RETENTION_SESSIONS. Null if data do not expire.',
    valueOf: ({ retentionData, retentionSessions }) => ({
      base_ttl: duration(retentionData),
      has_session_edge_ttl: duration(retentionSessions),
    }),
  },
  {
    key: 'analysis.scheduled',
    name: 'Scheduled analysis',
    description: 'The analysis runs if it is requested or if data have arrived, and has no schedule.',
    valueOf: () => ({ enabled: false, rrule: '' }),
  },
  {
    key: 'analysis.retain_ingest_files',
    name: 'Retention of uploaded files',
    description: 'Uploaded files are deleted when they have been read.',
    valueOf: () => ({ enabled: false }),
  },
  {
    key: 'analysis.tiering',
    name: 'Tiers and labels',
    description: 'Their number is not limited, and the analysis finds the members of all.',
    valueOf: () => ({ tier_limit: maxInt32, label_limit: maxInt32, multi_tier_analysis_enabled: true }),
  },
];

export const configurationKeys: readonly string[] = parameters.map(({ key }) => key);

export function toConfigurationDtos(settings: Settings): ConfigurationDto[] {
  return parameters.map(({ key, name, description, valueOf }, index) => ({
    id: index + 1,
    ...noTimes,
    key,
    value: valueOf(settings),
    name,
    description,
  }));
}

/** ISO 8601 */
function duration(days: number): string | null {
  return days === 0 ? null : `P${days}D`;
}
