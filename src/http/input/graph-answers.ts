import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { routeFact } from './route-fact.js';

/** A handler that answers from the graph. `Operation` sets it. */
export const IsOfGraph = Reflector.createDecorator<true>();

const isOfGraph = routeFact(IsOfGraph);

/** Whether the answer follows from the graph, the request and the rights of its caller, so that it can have a name. */
export function hasNamedAnswer({ method }: Request, context: ExecutionContext): boolean {
  return (method === 'GET' || method === 'HEAD') && isOfGraph(context) === true;
}

/** Whether a request asks for an answer only if it differs from one that the client has. */
export function isConditional(request: Request, context: ExecutionContext): boolean {
  return request.headers['if-none-match'] !== undefined && hasNamedAnswer(request, context);
}
