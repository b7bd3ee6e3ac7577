import { ApiProperty } from '@nestjs/swagger';
import { Equals, IsBoolean, IsIn, Matches, ValidateBy } from 'class-validator';
import { MayBeAbsent, Name, property, text } from '../../http/input/rules.js';
import { type AlertFormat, alertFormats } from './alert-formats.js';

/** Names that the service or HTTP itself sets. */
const reserved =
  /^(webhook-.*|host|content-.*|connection|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i;
const headerName = /^[\w!#$%&'*+.^`|~-]{1,64}$/;
const headerValue = /^[\x20-\x7e]{1,4096}$/;
const mostHeaders = 10;

function isHeader([name, value]: [string, unknown]): boolean {
  return headerName.test(name) && !reserved.test(name) && typeof value === 'string' && headerValue.test(value);
}

function areHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries: [string, unknown][] = Object.entries(value);
  return entries.length <= mostHeaders && entries.every(isHeader);
}

const Url = text(Matches(/^https?:\/\/[\x21-\x7e]{1,2040}$/, { message: 'takes a URL of at most 2048 characters' }), {
  minLength: 1,
  maxLength: 2048,
});

const Headers = property(
  ValidateBy(
    { name: 'areHeaders', validator: { validate: areHeaders } },
    {
      message: `takes an object of at most ${mostHeaders} headers: names with texts of printable ASCII, without those of HTTP itself and webhook-*`,
    },
  ),
  {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Headers that each request has, such as `Authorization`. Answers have their names alone.',
  },
);

const Format = property(IsIn(alertFormats, { message: `takes one of ${alertFormats.join(', ')}` }), {
  enum: [...alertFormats],
  default: 'cloudevents',
  description: 'A CloudEvent, blocks of Slack, or an Adaptive Card for a webhook of Workflows in Teams.',
});

const ofName = { description: 'Unique.', example: 'Security operations' };
const ofUrl = {
  description:
    'Begins with https://; http:// is for addresses in ALERT_NETWORKS. Answers have its scheme and host alone.',
  example: 'https://hooks.example.com/services/T0/B0/secret',
};

export class CreateAlertChannelRequest {
  @Name({ ...ofName, required: true })
  readonly name!: string;

  @ApiProperty({ enum: ['webhook'], required: false, default: 'webhook' })
  @MayBeAbsent()
  @Equals('webhook', { message: 'takes webhook' })
  readonly type?: 'webhook';

  @Url({ ...ofUrl, required: true })
  readonly url!: string;

  @Headers({ required: false })
  readonly headers?: Readonly<Record<string, string>>;

  @Format({ required: false })
  readonly format?: AlertFormat;
}

/** Absent properties stay unchanged. */
export class UpdateAlertChannelRequest {
  @Name({ ...ofName, required: false })
  readonly name?: string;

  @Url({ ...ofUrl, required: false })
  readonly url?: string;

  @Headers({ required: false })
  readonly headers?: Readonly<Record<string, string>>;

  @Format({ required: false })
  readonly format?: AlertFormat;

  @ApiProperty({ required: false, description: 'A disabled channel receives nothing.' })
  @MayBeAbsent()
  @IsBoolean({ message: 'takes true or false' })
  readonly enabled?: boolean;
}
