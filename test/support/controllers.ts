import { readdirSync } from 'node:fs';
import { DiscoveryService } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

const source = new URL('../../src/', import.meta.url);

/** Every controller class that a `*.controller.ts` file exports, with the path of the file. */
export async function controllerFiles(): Promise<Map<Function, string>> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((it) =>
    it.endsWith('.controller.ts'),
  );
  const pairs = await Promise.all(
    files.map(async (file) => {
      const exported: object = await import(new URL(file, source).href);
      return Object.values(exported).flatMap((it): [Function, string][] =>
        isController(it) ? [[it, `src/${file}`]] : [],
      );
    }),
  );
  return new Map(pairs.flat());
}

/** The controller classes that the modules of the app list. */
export function controllersOf(app: NestExpressApplication): Function[] {
  const controllers = app.get(DiscoveryService, { strict: false }).getControllers();
  return controllers.flatMap(({ metatype }) => (typeof metatype === 'function' ? [metatype] : []));
}

function isController(value: unknown): value is Function {
  return typeof value === 'function' && Reflect.getMetadata('__controller__', value) === true;
}
