import { type ExecutionContext, Logger, NotFoundException } from '@nestjs/common';
import { describe, expect, it, jest } from '@jest/globals';
import { loadSettings } from '../../base/config/load-settings.js';
import { Allow, AllowCollector, AllowOrLoopback, Public } from '../allow.decorator.js';
import { LoopbackAccess } from '../credentials/loopback.js';
import { PermissionGuard } from './auth.guards.js';
import { clientPermissions, permissionsOf, type Role, roles } from '../permissions.js';

class Routes {
  @Allow('graph:write')
  write() {}

  @AllowOrLoopback('metrics:read')
  metrics() {}

  @AllowCollector()
  collect() {}

  @Public()
  open() {}

  forgotten() {}
}

function enter(handler: keyof Routes, caller?: Role | 'client', remoteAddress = '10.0.0.9'): boolean {
  const user = caller && { permissions: caller === 'client' ? clientPermissions : permissionsOf(caller) };
  const context = {
    getHandler: () => Routes.prototype[handler],
    getClass: () => Routes,
    switchToHttp: () => ({
      getRequest: () => ({ user, headers: { host: 'localhost' }, socket: { remoteAddress }, originalUrl: '/metrics' }),
    }),
  };
  const guard = new PermissionGuard(new LoopbackAccess(loadSettings({})));
  return guard.canActivate(context as unknown as ExecutionContext);
}

describe('PermissionGuard', () => {
  it('admits a caller with the permission', () => {
    expect(enter('write', 'power_user')).toBe(true);
  });

  it('refuses a caller without the permission and names it', () => {
    expect(() => enter('write', 'auditor')).toThrow(
      expect.objectContaining({ status: 403, message: 'permission: this operation needs the permission graph:write' }),
    );
    expect(() => enter('write')).toThrow(expect.objectContaining({ status: 403 }));
  });

  it('admits clients to the calls of collectors and to nothing else', () => {
    expect(enter('collect', 'client')).toBe(true);
    expect(() => enter('write', 'client')).toThrow(expect.objectContaining({ status: 403 }));
    expect(() => enter('metrics', 'client', '127.0.0.1')).toThrow(expect.objectContaining({ status: 403 }));
  });

  it.each([...roles, undefined])(
    'answers %s as the router does for an unknown path, if only clients may call',
    (role) => {
      expect(() => enter('collect', role)).toThrow(new NotFoundException());
    },
  );

  it('admits everybody to a public handler', () => {
    expect(enter('open')).toBe(true);
  });

  it('refuses everybody and logs an error if the handler declares nothing', () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
    expect(() => enter('forgotten', 'administrator')).toThrow(expect.objectContaining({ status: 403 }));
    expect(error).toHaveBeenCalledWith('Routes.forgotten declares neither @Allow nor @Public, so nobody may call it');
    error.mockRestore();
  });

  it('admits calls from this machine without credentials if the route allows them, but not with a role that lacks the permission', () => {
    expect(enter('metrics', undefined, '127.0.0.1')).toBe(true);
    expect(() => enter('metrics')).toThrow(expect.objectContaining({ status: 403 }));
    expect(() => enter('metrics', 'read_only', '127.0.0.1')).toThrow(expect.objectContaining({ status: 403 }));
    expect(() => enter('write', undefined, '127.0.0.1')).toThrow(expect.objectContaining({ status: 403 }));
  });
});
