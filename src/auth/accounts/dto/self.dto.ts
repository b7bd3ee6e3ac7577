import { ApiProperty } from '@nestjs/swagger';
import { type Permission, permissionNames } from '../../permissions.js';
import { AccountDto } from './account.dto.js';

export class SelfDto extends AccountDto {
  @ApiProperty({ enum: permissionNames, isArray: true, description: 'What the role allows, by name.' })
  readonly permissions!: Permission[];
}
