import { RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Access, AccessRule } from '../../src/auth/allow.decorator.js';
import type { Capability } from '../../src/base/catalogue/capabilities.js';
import { requiredCapability } from '../../src/http/edition/edition.module.js';
import { UsesPrimary } from '../../src/http/replicas/replica.guard.js';
import { type RouteInputs, routeInputsOf } from '../../src/http/input/route-inputs.js';

export interface Route {
  readonly method: string;
  /** As declared: `/api/v2/asset-groups/:asset_group_id`. */
  readonly path: string;
  readonly handler: string;
  readonly controller: Function;
  readonly access: Access | undefined;
  readonly capability: Capability | undefined;
  /** Whether it must not read from a replica. */
  readonly usesPrimary: boolean;
  readonly inputs: RouteInputs;
  /** Parameters of the handler, inputs and others. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** All routes of all controllers, including those that the edition hides. */
export function routesOf(app: NestExpressApplication): Route[] {
  const scanner = new MetadataScanner();
  return app
    .get(DiscoveryService, { strict: false })
    .getControllers()
    .flatMap(({ instance, metatype }) => {
      if (!metatype || !instance) return [];
      const prototype = Object.getPrototypeOf(instance);
      return scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler: Function = prototype[name];
        const method: RequestMethod | undefined = Reflect.getMetadata('method', handler);
        if (method === undefined) return [];
        return {
          method: RequestMethod[method],
          path: pathOf(Reflect.getMetadata('path', metatype), Reflect.getMetadata('path', handler)),
          handler: `${metatype.name}.${name}`,
          controller: metatype,
          access: app.get(Reflector).get(AccessRule, handler),
          capability: requiredCapability(metatype),
          usesPrimary: app.get(Reflector).getAllAndOverride(UsesPrimary, [handler, metatype]) ?? false,
          inputs: routeInputsOf(handler),
          parameters: Reflect.getMetadata('__routeArguments__', metatype, name) ?? {},
        };
      });
    })
    .toSorted((one, other) => `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`, 'en'));
}

/** The path of a route with a valid value for each parameter. */
export function targetOf({ path }: Pick<Route, 'path'>): string {
  return path
    .replaceAll(
      /:(account_id|token_id|session_id|client_id|run_id|user_id|alert_channel_id|passkey_id|document_id|picture_id)\b/g,
      '00000000-0000-4000-8000-000000000000',
    )
    .replaceAll(/:entity_type\b/g, 'users')
    .replaceAll(/:list_name\b/g, 'roles')
    .replaceAll(/:(object_id|tenant_id|domain_id|kind_name)\b/g, 'x')
    .replaceAll(/:\w+/g, '2147483647');
}

function pathOf(...parts: string[]): string {
  return `/${parts
    .map((part) => part.replaceAll(/^\/|\/$/g, ''))
    .filter(Boolean)
    .join('/')}`;
}

/** An answer without the parts that always differ between two answers. */
export async function comparable(response: Response, path: string): Promise<object> {
  const text = await response.text();
  return {
    status: response.status,
    headers: [...response.headers.keys()],
    body: text.replaceAll(path, '<path>').replaceAll(/"(timestamp|request_id)":"[^"]*"/g, '"$1":""'),
  };
}

/** Whether callers without credentials get a part of the answer. */
export function isForStrangers({ access }: Route): boolean {
  return access !== undefined && 'strangers' in access;
}
