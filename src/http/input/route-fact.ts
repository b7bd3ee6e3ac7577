import type { ExecutionContext } from '@nestjs/common';
import { type ReflectableDecorator, Reflector } from '@nestjs/core';

const reflector = new Reflector();

/**
 * Returns a function that reads what a decorator says about a handler, or else about its controller. It asks for the metadata once,
 * because guards run for each request and a search for absent metadata takes longer than most of them.
 */
export function routeFact<T>(decorator: ReflectableDecorator<T>): (context: ExecutionContext) => T | undefined {
  const facts = new Map<Function, Map<Function, T | undefined>>();
  return (context) => {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    let known = facts.get(controller);
    if (!known) facts.set(controller, (known = new Map()));
    if (!known.has(handler)) known.set(handler, reflector.getAllAndOverride(decorator, [handler, controller]));
    return known.get(handler);
  };
}
