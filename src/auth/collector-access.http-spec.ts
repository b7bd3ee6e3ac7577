import { type CanActivate, type ExecutionContext, Get, Injectable, Post } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { httpApp, type HttpApp } from '../../test/support/http-app.js';
import { ApiController } from '../http/openapi/api-controller.decorator.js';
import { Unlimited } from '../http/limits/rate-limit.guards.js';
import { loadSettings } from '../base/config/load-settings.js';
import { Allow, AllowCollector } from './allow.decorator.js';
import { CallingClient, type ClientIdentity } from './principal.js';
import { LoopbackAccess } from './credentials/loopback.js';
import { PermissionGuard } from './guards/auth.guards.js';
import { clientPermissions, isRole, permissionsOf, roles } from './permissions.js';

@ApiController('things', 'collector')
class ThingsController {
  @Get('current')
  @AllowCollector()
  current(@CallingClient() { id, name }: ClientIdentity): object {
    return { data: { id, name } };
  }

  @Post('current')
  @AllowCollector()
  start(): object {
    return { data: {} };
  }

  @Get('own')
  @Allow('self:manage')
  own(): object {
    return { data: {} };
  }
}

/** Trusts the Authorization header, which contains the role of the caller. */
@Injectable()
class TrustingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const caller = request.headers.authorization ?? '';
    const permissions = isRole(caller) ? permissionsOf(caller) : clientPermissions;
    request.user = { permissions, client: { id: 'the id', name: 'the name' } } as Express.User;
    return true;
  }
}

/** Returns everything that a caller can compare, without the parts that differ between any two responses. */
async function imageOf(response: Response): Promise<object> {
  const text = await response.text();
  const body = text.replaceAll(/things\/\w+/g, '').replaceAll(/"(timestamp|request_id)":"[^"]*"/g, '');
  return { status: response.status, headers: [...response.headers.keys()], body };
}

describe('a handler for collectors', () => {
  let http: HttpApp;
  beforeAll(async () => {
    const guards = [TrustingGuard, PermissionGuard].map((useClass) => ({ provide: APP_GUARD, useClass }));
    const loopback = { provide: LoopbackAccess, useValue: new LoopbackAccess(loadSettings({})) };
    http = await httpApp([ThingsController], [loopback, ...guards]);
  });
  afterAll(() => http.close());

  const call = (caller: string, path: string, method = 'GET') =>
    fetch(`${http.url}/api/v2/things/${path}`, { method, headers: { Authorization: caller } });

  it('admits clients, who may call nothing else', async () => {
    expect(await (await call('client', 'current')).json()).toEqual({ data: { id: 'the id', name: 'the name' } });
    expect((await call('client', 'current', 'POST')).status).toBe(201);
    const refused = await call('client', 'own');
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      errors: [
        {
          code: 'permission.denied',
          context: 'permission',
          message: 'this operation needs the permission self:manage',
        },
      ],
    });
  });

  it.each(roles)('answers %s exactly as an unknown path does', async (role) => {
    for (const method of ['GET', 'POST']) {
      const [hidden, absent] = [await call(role, 'current', method), await call(role, 'missing', method)];
      expect(hidden.status).toBe(404);
      expect(await imageOf(hidden)).toEqual(await imageOf(absent));
    }
  });

  it.each([
    ['current', 'principals'],
    ['own', undefined],
  ])('declares %s as unlimited for %s', (name, who) => {
    const handler: unknown = Reflect.get(ThingsController.prototype, name);
    expect(new Reflector().get(Unlimited, handler as () => unknown)).toBe(who);
  });
});
