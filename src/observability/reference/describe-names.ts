import { Reflector } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { IsOfGraph } from '../../http/input/graph-answers.js';

type PathItem = OpenAPIObject['paths'][string];

const headers = {
  ETag: {
    description:
      'Names the answer: its graph, analysis, asset groups, form, the rights of the caller and the question. Absent while an analysis runs.',
    schema: { type: 'string', pattern: '^W/"' },
  },
} as const;

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Names of answers that the client has, from `ETag`. If one is still right, the answer is 304.',
  schema: { type: 'string', pattern: '^(W/)?"[^"]*"( *, *(W/)?"[^"]*")*$' },
} as const;

/** Adds the name of the answer to the operation of a path that reads from the graph. */
export function describeNames({ get }: PathItem, handler: Function): void {
  const success = get?.responses['200'];
  if (!get || !success || '$ref' in success || !new Reflector().get(IsOfGraph, handler)) return;
  success.headers = { ...success.headers, ...headers };
  get.responses['304'] = { description: 'The client has the answer. Counts as one call for the rate limit.', headers };
  get.parameters = [...(get.parameters ?? []), { ...ifNoneMatch }];
}
