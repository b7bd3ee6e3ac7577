import { type ExecutionContext, Logger, NotFoundException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { describe, expect, it, jest } from '@jest/globals';
import { loadSettings } from '../base/config/load-settings.js';
import { Allow, AllowCollector, AllowOrLoopback, Public } from './allow.decorator.js';
import { LoopbackAccess } from './loopback.js';
import { PermissionGuard } from './auth.guards.js';
import { clientPermissions, permissionsOf, type Role, roles } from './permissions.js';

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
  const guard = new PermissionGuard(new Reflector(), new LoopbackAccess(loadSettings({})));
  return guard.canActivate(context as unknown as ExecutionContext);
}

describe('PermissionGuard', () => {
  it('lets in who holds the permission', () => {
    expect(enter('write', 'power_user')).toBe(true);
  });

  it('refuses who does not, and names what is missing', () => {
    expect(() => enter('write', 'auditor')).toThrow(
      expect.objectContaining({ status: 403, message: 'permission: this operation needs the permission graph:write' }),
    );
    expect(() => enter('write')).toThrow(expect.objectContaining({ status: 403 }));
  });

  it('lets clients into what is theirs, and nowhere else', () => {
    expect(enter('collect', 'client')).toBe(true);
    expect(() => enter('write', 'client')).toThrow(expect.objectContaining({ status: 403 }));
    expect(() => enter('metrics', 'client', '127.0.0.1')).toThrow(expect.objectContaining({ status: 403 }));
  });

  it.each([...roles, undefined])(
    'hides what is for clients from %s as the router hides what does not exist',
    (role) => {
      expect(() => enter('collect', role)).toThrow(new NotFoundException());
    },
  );

  it('lets anybody into what is public', () => {
    expect(enter('open')).toBe(true);
  });

  it('lets nobody into what declares nothing, and says so in the log', () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
    expect(() => enter('forgotten', 'administrator')).toThrow(expect.objectContaining({ status: 403 }));
    expect(error).toHaveBeenCalledWith('Routes.forgotten declares neither @Allow nor @Public, so nobody may call it');
    error.mockRestore();
  });

  it('lets callers on this machine in without credentials where the route says so, but not with too weak ones', () => {
    expect(enter('metrics', undefined, '127.0.0.1')).toBe(true);
    expect(() => enter('metrics')).toThrow(expect.objectContaining({ status: 403 }));
    expect(() => enter('metrics', 'read_only', '127.0.0.1')).toThrow(expect.objectContaining({ status: 403 }));
    expect(() => enter('write', undefined, '127.0.0.1')).toThrow(expect.objectContaining({ status: 403 }));
  });
});
