import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { Answer } from '../../http/openapi/operation.decorator.js';

/** `{ data: { <name>: [<dto>, …] } }`: the form of most lists of the reference product. */
export function dataMemberOf(name: string, dto: Type): Answer {
  const list = { type: 'array' as const, items: { $ref: getSchemaPath(dto) } };
  const data = { type: 'object' as const, required: [name], properties: { [name]: list } };
  return { schema: { type: 'object', required: ['data'], properties: { data } }, models: [dto] };
}
