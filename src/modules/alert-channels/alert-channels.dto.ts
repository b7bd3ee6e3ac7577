import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  Matches,
  ValidateBy,
} from 'class-validator';
import { MayBeAbsent, Name, property, text } from '../../http/input/rules.js';
import { type AlertFormat, alertFormats } from './alert-formats.js';
import { type ChannelType, channelTypes } from './channel-types.js';

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

const Url = text(
  Matches(/^(https?|tls|tcp|udp):\/\/[\x21-\x7e]{1,2040}$/, { message: 'takes a URL of at most 2048 characters' }),
  {
    minLength: 1,
    maxLength: 2048,
  },
);

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
    description:
      'For `webhook`: headers that each request has, such as `Authorization`. Answers have their names alone.',
  },
);

const Format = property(IsIn(alertFormats, { message: `takes one of ${alertFormats.join(', ')}` }), {
  enum: [...alertFormats],
  default: 'cloudevents',
  description: 'For `webhook`: a CloudEvent, blocks of Slack, or an Adaptive Card for a webhook of Workflows in Teams.',
});

const mostAddresses = 20;
const addressesMessage = `takes a list of 1 to ${mostAddresses} addresses of mail, each once`;
const Addresses = property(
  applyDecorators(
    IsArray({ message: addressesMessage }),
    ArrayMinSize(1, { message: addressesMessage }),
    ArrayMaxSize(mostAddresses, { message: addressesMessage }),
    ArrayUnique({ message: addressesMessage }),
    Matches(/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}$/, { each: true, message: addressesMessage }),
  ),
  { type: [String], minItems: 1, maxItems: mostAddresses, description: 'Receivers, for `email`, which needs them.' },
);

const Names = property(IsBoolean({ message: 'takes true or false' }), {
  type: 'boolean',
  description: 'Whether it gets the names of objects, if the rule has them. By default mail has none.',
});

const ofName = { description: 'Unique.', example: 'Security operations' };
const ofUrl = {
  description:
    'For `webhook` and `syslog`, which need it. A webhook begins with https://, or http:// for addresses in ALERT_NETWORKS; syslog is tls://HOST:PORT, tcp://HOST:PORT or udp://HOST:PORT. Answers have scheme and host alone.',
  example: 'https://hooks.example.com/services/T0/B0/secret',
};

export class CreateAlertChannelRequest {
  @Name({ ...ofName, required: true })
  readonly name!: string;

  @ApiProperty({ enum: [...channelTypes], required: false, default: 'webhook' })
  @MayBeAbsent()
  @IsIn(channelTypes, { message: `takes one of ${channelTypes.join(', ')}` })
  readonly type?: ChannelType;

  @Url({ ...ofUrl, required: false })
  readonly url?: string;

  @Addresses({ required: false })
  readonly addresses?: readonly string[];

  @Names({ required: false })
  readonly include_names?: boolean;

  @Headers({ required: false })
  readonly headers?: Readonly<Record<string, string>>;

  @Format({ required: false })
  readonly format?: AlertFormat;
}

/** Absent properties stay unchanged. The type never changes. */
export class UpdateAlertChannelRequest {
  @Name({ ...ofName, required: false })
  readonly name?: string;

  @Url({ ...ofUrl, required: false })
  readonly url?: string;

  @Addresses({ required: false })
  readonly addresses?: readonly string[];

  @Names({ required: false })
  readonly include_names?: boolean;

  @Headers({ required: false })
  readonly headers?: Readonly<Record<string, string>>;

  @Format({ required: false })
  readonly format?: AlertFormat;

  @ApiProperty({ required: false, description: 'A disabled channel receives nothing.' })
  @MayBeAbsent()
  @IsBoolean({ message: 'takes true or false' })
  readonly enabled?: boolean;
}
