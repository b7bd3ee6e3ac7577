import { Reflector } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Cost, Unlimited } from '../../http/limits/rate-limit.guards.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Member of an operation: as how many calls one call counts. Absent if its parameters decide, or if nothing limits it. */
const costMember = 'x-rate-limit-cost';

const headers = {
  'RateLimit-Policy': {
    description:
      'The limits that count this call (draft-ietf-httpapi-ratelimit-headers): `q` calls in `w` seconds, and a further limit for bursts.',
    schema: { type: 'string', example: '"second";q=100;w=1, "burst";q=100;w=10' },
  },
  RateLimit: {
    description:
      'What is left: `r` calls for `t` seconds. With `r=0`, further calls use the limit for bursts, if there is one.',
    schema: { type: 'string', example: '"second";r=99;t=1' },
  },
} as const;

/** Defines the headers that {@link describeLimit} refers to. */
export function defineLimitHeaders(document: OpenAPIObject): void {
  document.components = { ...document.components, headers: { ...document.components?.headers, ...headers } };
}

/** Adds the headers of the rate limit to the answers of an operation, and its cost. */
export function describeLimit(operation: Operation, controller: Function, handler: Function): void {
  const reflector = new Reflector();
  if (reflector.getAllAndOverride(Unlimited, [handler, controller]) !== undefined) return;
  const references = Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  for (const response of Object.values(operation.responses))
    if (response && !('$ref' in response)) response.headers = { ...response.headers, ...references };
  const cost = reflector.get(Cost, handler) ?? 1;
  if (typeof cost === 'number') Object.assign(operation, { [costMember]: cost });
  if (cost !== 1) {
    const calls = typeof cost === 'number' ? `${cost} calls` : 'several calls, by its parameters,';
    operation.description = `${operation.description ?? ''} Counts as ${calls} for the rate limit.`.trim();
  }
}
