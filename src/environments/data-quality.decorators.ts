import type { Type } from '@nestjs/common';
import { QueryDateTime } from '../http/input/query-option.decorator.js';
import { Operation, pageOf } from '../http/openapi/operation.decorator.js';

const time = { type: 'string', format: 'date-time' } as const;

/** Documents the statistics of one environment, `of` a domain or a tenant. */
export function DataQualityOperation(of: string, row: Type): MethodDecorator {
  return Operation({
    summary: `List the data quality statistics of ${of}`,
    description:
      'One row for each analysis, newest first; `start` and `end` of the answer are those that were applied.',
    answer: pageOf(row, { start: time, end: time }),
    errors: [404],
  });
}

export function RangeStart(): ParameterDecorator {
  return QueryDateTime('start', 'Beginning of the range, inclusive; now minus 30 days unless given.');
}

export function RangeEnd(): ParameterDecorator {
  return QueryDateTime('end', 'End of the range, exclusive; now unless given.');
}
