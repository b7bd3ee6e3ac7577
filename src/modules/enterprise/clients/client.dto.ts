import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import type { CamelCased } from '../../../base/values/letter-case.js';
import { ShortText } from '../../../http/input/rules.js';
import { DomainControllerRequest } from '../scope/domain-controller.js';
import { type ClientType, clientTypes } from './client.js';

export class ReplaceClientRequest extends DomainControllerRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: 128,
    example: 'dc-collector',
    description: 'Unique, without regard to case.',
  })
  @Matches(/^(?! )[^\p{Cc}]{1,128}(?<! )$/u, {
    message: 'takes 1 to 128 characters without control characters, and no space at either end',
  })
  readonly name!: string;
}

export type ClientChanges = CamelCased<ReplaceClientRequest>;

export interface StoredClient extends ClientChanges {
  readonly id: string;
}

export class CreateClientRequest extends ReplaceClientRequest {
  @ApiProperty({ enum: clientTypes, description: 'The kind of directory that it collects from. It cannot be changed.' })
  @IsIn(clientTypes)
  readonly type!: ClientType;
}

export type ClientDraft = CamelCased<CreateClientRequest>;

/** A client sends this when it starts. */
export class ClientReportRequest {
  @ShortText({ example: '10.0.0.7', description: 'Address of the machine.' })
  readonly address: string = '';

  @ShortText({ example: 'COLLECT01' })
  readonly hostname: string = '';

  @ShortText({ example: 'CORP\\svc-collector', description: 'The user that runs the client.' })
  readonly username: string = '';

  @ShortText({ description: 'Security identifier of the user.' })
  readonly user_sid: string = '';

  @ShortText({ example: '2.6.0' })
  readonly version: string = '';
}

export type ClientReport = Partial<CamelCased<ClientReportRequest>>;
