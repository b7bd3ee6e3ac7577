import 'reflect-metadata';
import { Logger, RequestMethod } from '@nestjs/common';
import { MetadataScanner, Reflector } from '@nestjs/core';
import { AccessRule } from '../dist/src/auth/allow.decorator.js';
import { AppModule } from '../dist/src/app.module.js';
import { loadSettings } from '../dist/src/base/config/load-settings.js';
import { compatLayer } from '../dist/src/compat/compat-layer.js';
import { compatRoute } from '../dist/src/compat/wire/routes.js';
import { ourTarget } from '../dist/src/compat/wire/targets.js';
import { requiredCapability } from '../dist/src/http/edition/edition.module.js';

const reflector = new Reflector();

/** Reads the routes from the metadata of the controllers, so that no database has to run. */
export function servedRoutes() {
  // Nest warns that the module is made twice.
  Logger.overrideLogger(false);
  const always = routesOf('');
  const compatible = routesOf('bloodhound');
  return {
    /** Finds the route that answers an operation of the reference product. */
    find(method, path) {
      const { path: own } = ourTarget(path);
      const operation = shapeOf(`${method} ${own}`);
      const route = compatible.get(operation);
      if (!route) return undefined;
      const isAlways = always.has(operation);
      return {
        ...route,
        always: isAlways,
        converted: compatRoute(method, own) !== undefined,
        ...(isAlways && own !== path && { ownPath: own }),
      };
    },
  };
}

/** Routes by their operation without names of parameters. */
function routesOf(compat) {
  const settings = loadSettings({ COMPAT: compat });
  const root = AppModule.with({ settings, dataSource: {} }, compatLayer(settings).modules);
  return new Map(controllersOf(root, new Set()).flatMap((it) => handlersOf(it)));
}

function controllersOf(module, seen) {
  const { module: type, imports = [], controllers = [] } = 'module' in module ? module : { module };
  if (seen.has(type)) return controllers;
  seen.add(type);
  const below = [...imports, ...(Reflect.getMetadata('imports', type) ?? [])];
  const own = [...controllers, ...(Reflect.getMetadata('controllers', type) ?? [])];
  return [...own, ...below.flatMap((it) => controllersOf(it, seen))];
}

function handlersOf(controller) {
  const { prototype } = controller;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const method = Reflect.getMetadata('method', handler);
    if (method === undefined) return [];
    const access = reflector.get(AccessRule, handler);
    const route = { permission: access?.permission, capability: requiredCapability(controller) };
    const paths = [Reflect.getMetadata('path', handler)].flat();
    const base = Reflect.getMetadata('path', controller);
    return paths.map((path) => [shapeOf(`${RequestMethod[method]} ${joined(base, path)}`), route]);
  });
}

function joined(...parts) {
  return `/${parts
    .map((part) => part.replaceAll(/^\/|\/$/g, ''))
    .filter(Boolean)
    .join('/')}`;
}

function shapeOf(operation) {
  return operation.replaceAll(/:\w+|\{\w+\}/g, '*');
}
