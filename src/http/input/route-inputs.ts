import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Fault } from '../../base/errors.js';

/** The decoded query of a request: names and values in the order in which they were sent. */
export type QueryParameters = readonly (readonly [name: string, value: string])[];

const none: QueryParameters = [];

export function queryParameters(target: string): QueryParameters {
  const mark = target.indexOf('?');
  return mark < 0 || mark === target.length - 1 ? none : [...new URLSearchParams(target.slice(mark + 1))];
}

/** The value of a parameter that may be given once; undefined where it is not given. Given again, it is a fault. */
export function readSingle(query: QueryParameters, name: string, faults: Fault[]): string | undefined {
  const values = query.flatMap(([key, value]) => (key === name ? [value] : []));
  if (values.length > 1)
    faults.push({
      code: 'query.repeated_parameter',
      context: `query.${name}`,
      message: `is given ${values.length} times; it takes one value`,
    });
  return values[0];
}

/** What a handler takes from the path, the query or the body, and how it is read and checked. */
export type InputReader =
  | { readonly place: 'path' | 'header'; readonly read: (request: Request, faults: Fault[]) => unknown }
  | {
      readonly place: 'query';
      readonly names: readonly string[];
      readonly read: (query: QueryParameters, faults: Fault[], request: Request) => unknown;
    }
  | {
      readonly place: 'body';
      /** What it gives reads the body later, while it comes. */
      readonly streams?: true;
      readonly read: (request: Request, faults: Fault[]) => Promise<unknown>;
    };

/** The readers of one handler, by the index of its parameter. */
export type RouteInputs = ReadonlyMap<number, InputReader>;

const routes = new WeakMap<Function, Map<number, InputReader>>();
const descriptions = new WeakMap<Function, Map<number, readonly DescribeRoute[]>>();
const nothing: RouteInputs = new Map();

/** The handler and its descriptor, for decorators of parameters that also describe the route in the OpenAPI document. */
export type DescribeRoute = (target: object, key: string | symbol, descriptor: PropertyDescriptor) => void;

/**
 * Makes a parameter of a handler an input. InputGuard reads all inputs of a route before the handler runs, so that every
 * fault of a request is reported at once; the parameter then takes what was read.
 */
export function routeInput(reader: InputReader, ...describe: readonly DescribeRoute[]): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) throw new Error('inputs belong to the parameters of a handler');
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    const handler: unknown = descriptor?.value;
    if (!descriptor || typeof handler !== 'function') throw new Error(`${String(key)} is not a handler`);
    const readers = routes.get(handler) ?? new Map<number, InputReader>();
    routes.set(handler, readers.set(index, reader));
    const notes = descriptions.get(handler) ?? new Map<number, readonly DescribeRoute[]>();
    descriptions.set(handler, notes.set(index, describe));
    takeInput(index)(target, key, index);
  };
}

/**
 * Describes the inputs of a handler in the OpenAPI document, in the order in which they are declared: parameters are decorated from
 * the last to the first, so that they can't do so themselves.
 */
export const describeInputs: MethodDecorator = (target, key, descriptor) => {
  const handler: unknown = descriptor.value;
  const notes = typeof handler === 'function' ? descriptions.get(handler) : undefined;
  for (const [, describe] of [...(notes ?? [])].toSorted(([a], [b]) => a - b)) {
    for (const note of describe) note(target, key, descriptor);
  }
};

export function routeInputsOf(handler: Function): RouteInputs {
  return routes.get(handler) ?? nothing;
}

/** Whether the handler reads its body by itself, while it comes. */
export function streamsBody(handler: Function): boolean {
  for (const reader of routeInputsOf(handler).values()) if (reader.place === 'body' && reader.streams) return true;
  return false;
}

const takeInput = createParamDecorator((index: number, context: ExecutionContext): unknown => {
  return context.switchToHttp().getRequest<Request>().state.inputs[index];
});
