import type { Type } from '@nestjs/common';
import { QueryDateTime } from '../../http/input/query-option.decorator.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';

const time = { type: 'string', format: 'date-time' } as const;

/** Documents the statistics of one environment, `of` a domain or a tenant. */
export function DataQualityOperation(of: string, row: Type): MethodDecorator {
  return Operation({
    summary: `List the data quality statistics of ${of}`,
    description:
      'Returns one row for each analysis, newest first. `start` and `end` in the response are the range that was applied.',
    answer: pageOf(row, { start: time, end: time }),
    errors: [404],
  });
}

export function RangeStart(): ParameterDecorator {
  return QueryDateTime('start', 'Start of the range, inclusive. The default is now minus 30 days.');
}

export function RangeEnd(): ParameterDecorator {
  return QueryDateTime('end', 'End of the range, exclusive. The default is now.');
}
