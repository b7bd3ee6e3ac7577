import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { fault, type Fault } from '../../base/errors.js';

/** The decoded query of a request: names and values in their order. */
export type QueryParameters = readonly (readonly [name: string, value: string])[];

const none: QueryParameters = [];

export function queryParameters(target: string): QueryParameters {
  const mark = target.indexOf('?');
  return mark < 0 || mark === target.length - 1 ? none : [...new URLSearchParams(target.slice(mark + 1))];
}

/** The value of a parameter that may be sent once; undefined if it is absent. Several values are a fault. */
export function readSingle(query: QueryParameters, name: string, faults: Fault[]): string | undefined {
  const values = query.flatMap(([key, value]) => (key === name ? [value] : []));
  if (values.length > 1)
    faults.push(
      fault('query.repeated_parameter', `query.${name}`, `is given ${values.length} times; it takes one value`),
    );
  return values[0];
}

/** Reads and checks one parameter of a handler. */
export type InputReader =
  | {
      readonly place: 'path' | 'header';
      /** Every value that is accepted exists, so the route does not answer 404 because of it. */
      readonly isChoice?: boolean;
      readonly read: (request: Request, faults: Fault[]) => unknown;
    }
  | {
      readonly place: 'query';
      readonly names: readonly string[];
      /** Whether the query may have other parameters, too. */
      readonly isOpen?: true;
      readonly read: (query: QueryParameters, faults: Fault[], request: Request) => unknown;
    }
  | {
      readonly place: 'body';
      /** The handler reads the body as a stream. */
      readonly streams?: true;
      readonly read: (request: Request, faults: Fault[]) => Promise<unknown>;
    };

/** The handler and its descriptor, for decorators of parameters that also describe the route in the OpenAPI document. */
type DescribeRoute = (target: object, key: string | symbol, descriptor: PropertyDescriptor) => void;

type RouteInput = InputReader & { readonly describe: readonly DescribeRoute[] };

/** The inputs of one handler, by the index of its parameter. */
export type RouteInputs = ReadonlyMap<number, RouteInput>;

const Inputs = Reflector.createDecorator<RouteInputs>();
const reflector = new Reflector();
const nothing: RouteInputs = new Map();

/**
 * Makes a parameter of a handler an input. InputGuard reads all inputs of a route before the handler runs, so that one answer lists
 * every fault of a request.
 */
export function routeInput(reader: InputReader, ...describe: readonly DescribeRoute[]): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) throw new Error('inputs belong to the parameters of a handler');
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    const handler: unknown = descriptor?.value;
    if (!descriptor || typeof handler !== 'function') throw new Error(`${String(key)} is not a handler`);
    const inputs = new Map(routeInputsOf(handler)).set(index, { ...reader, describe });
    Inputs(inputs)(target, key, descriptor);
    takeInput(index)(target, key, index);
  };
}

/**
 * Describes the inputs of a handler in the OpenAPI document, in the order of the parameters. Decorators of parameters run from the last
 * to the first, so they cannot describe themselves.
 */
export const describeInputs: MethodDecorator = (target, key, descriptor) => {
  const handler: unknown = descriptor.value;
  if (typeof handler !== 'function') return;
  for (const [, { describe }] of [...routeInputsOf(handler)].toSorted(([a], [b]) => a - b)) {
    for (const note of describe) note(target, key, descriptor);
  }
};

export function routeInputsOf(handler: Function): RouteInputs {
  return reflector.get<RouteInputs | undefined>(Inputs, handler) ?? nothing;
}

/** Whether the handler reads its body as a stream. */
export function streamsBody(handler: Function): boolean {
  for (const input of routeInputsOf(handler).values()) if (input.place === 'body' && input.streams) return true;
  return false;
}

const takeInput = createParamDecorator((index: number, context: ExecutionContext): unknown => {
  return context.switchToHttp().getRequest<Request>().state.inputs[index];
});
