import { ApiProperty } from '@nestjs/swagger';
import { type Permission, permissionNames, type Role, roles } from '../../permissions.js';

export class RoleDto {
  @ApiProperty({ enum: roles })
  readonly role!: Role;

  @ApiProperty({ enum: permissionNames, isArray: true })
  readonly permissions!: Permission[];
}
