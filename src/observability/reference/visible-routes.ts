import { type INestApplication, RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { AccessRule } from '../../auth/allow.decorator.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { requiredCapability } from '../../http/edition/edition.module.js';
import type { KnownRoute } from '../../http/errors/known-routes.js';

/** The routes that every caller may know: all of the edition, unless they are hidden from accounts. */
export function visibleRoutes(app: INestApplication): KnownRoute[] {
  const capabilities = app.get(Capabilities);
  return controllersOf(app).flatMap((controller) => {
    const capability = requiredCapability(controller);
    return capability === undefined || capabilities.has(capability) ? routesOf(controller) : [];
  });
}

export function controllersOf(app: INestApplication): Function[] {
  return app
    .get(DiscoveryService, { strict: false })
    .getControllers()
    .flatMap(({ metatype }) => (metatype ? [metatype] : []));
}

function routesOf(controller: Function): KnownRoute[] {
  const base: string = Reflect.getMetadata('path', controller);
  return new MetadataScanner().getAllMethodNames(controller.prototype).flatMap((name) => {
    const handler: Function = controller.prototype[name];
    const method: RequestMethod | undefined = Reflect.getMetadata('method', handler);
    const access = new Reflector().get(AccessRule, handler);
    if (method === undefined || (access && 'hidden' in access)) return [];
    const paths: string | readonly string[] = Reflect.getMetadata('path', handler);
    return [paths].flat().map((path) => ({ method: RequestMethod[method], path: joined(base, path) }));
  });
}

function joined(...parts: readonly string[]): string {
  const names = parts.map((part) => part.replaceAll(/^\/|\/$/g, '')).filter(Boolean);
  return `/${names.join('/')}`;
}
