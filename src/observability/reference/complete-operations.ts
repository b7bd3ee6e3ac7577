import { Reflector } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type Access, AccessRule } from '../../auth/allow.decorator.js';
import { operationIdOf } from './operation-ids.js';

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;

/**
 * Completes every operation from its handler: its id, the permission it needs, and that a public one takes no credentials.
 * @param document its operation ids are `<controller>.<handler>`
 */
export function completeOperations(document: OpenAPIObject, controllers: readonly Function[]): void {
  const byName = new Map(controllers.map((it) => [it.name, it]));
  for (const item of Object.values(document.paths)) {
    for (const operation of methods.flatMap((method) => item[method] ?? [])) {
      const [controller = '', method = ''] = operation.operationId?.split('.') ?? [];
      const handler: unknown = Reflect.get(byName.get(controller)?.prototype ?? {}, method);
      if (typeof handler !== 'function') throw new Error(`${controller}.${method} is not a handler`);
      operation.operationId = operationIdOf(controller, method);
      operation.description = [operation.description, callersOf(handler)].filter(Boolean).join(' ');
      operation.security ??= [];
    }
  }
}

function callersOf(handler: Function): string {
  const access: Access | undefined = new Reflector().get(AccessRule, handler);
  if (!access || 'public' in access) return 'Needs no credentials.';
  if (access.permission === 'collector:call') return 'For collection clients only.';
  return `Needs the permission \`${access.permission}\`.`;
}
