import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { type ClientType, clientTypes } from '../client.js';

export class ReplaceClientRequest {
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

  @ApiPropertyOptional({
    maxLength: 255,
    default: '',
    example: 'DC01.CORP.EXAMPLE',
    description: 'The domain controller to ask; empty lets the client find one by itself.',
  })
  @Matches(/^[^\p{Cc}]{0,255}$/u, { message: 'takes at most 255 characters without control characters' })
  readonly domain_controller: string = '';
}

export class CreateClientRequest extends ReplaceClientRequest {
  @ApiProperty({ enum: clientTypes, description: 'What it collects from. It stays as it is.' })
  @IsIn(clientTypes)
  readonly type!: ClientType;
}
