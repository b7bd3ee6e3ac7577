import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { NotFoundError } from '../../base/errors.js';
import { referencePermissions, referenceRoles } from '../reference-roles.js';
import { PathInt } from '../../http/input/path.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataMemberOf, dataOf, Operation } from '../../http/openapi/operation.decorator.js';
import {
  ReferencePermissionDto,
  ReferenceRoleDto,
  toReferencePermissionDto,
  toReferenceRoleDto,
} from './users.answer.dto.js';

/** Roles and permissions with the numeric ids of the reference product. */
@ApiController('', 'accounts')
export class ReferenceRolesController {
  @Get('roles/:role_id')
  @Allow('self:manage')
  @Operation({ summary: 'Get a role', answer: dataOf(ReferenceRoleDto) })
  getRole(@PathInt('role_id', 'Id of the role.') id: number): { data: ReferenceRoleDto } {
    return { data: toReferenceRoleDto(byId(referenceRoles, id, 'role')) };
  }

  @Get('permissions')
  @Allow('self:manage')
  @Operation({ summary: 'List the permissions', answer: dataMemberOf('permissions', ReferencePermissionDto) })
  listPermissions(): { data: ReferencePermissionDto[] } {
    // src/compat/wire filters and sorts the list and moves it to data.permissions.
    return { data: referencePermissions.map(toReferencePermissionDto) };
  }

  @Get('permissions/:permission_id')
  @Allow('self:manage')
  @Operation({ summary: 'Get a permission', answer: dataOf(ReferencePermissionDto) })
  getPermission(@PathInt('permission_id', 'Id of the permission.') id: number): { data: ReferencePermissionDto } {
    return { data: toReferencePermissionDto(byId(referencePermissions, id, 'permission')) };
  }
}

function byId<T extends { readonly id: number }>(all: readonly T[], id: number, type: string): T {
  const found = all.find((it) => it.id === id);
  if (!found) throw new NotFoundError(`path.${type}_id`, `there is no ${type} ${id}; there are 1 to ${all.length}`);
  return found;
}
