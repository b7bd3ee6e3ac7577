import type { Type } from '@nestjs/common';
import { QueryDateTime } from '../../http/input/query.decorators.js';
import { Operation, pageOf } from '../../http/openapi/operation.decorator.js';

const time = { type: 'string', format: 'date-time' } as const;

/** The operation that lists the data quality of one environment over time. */
export const DataQualityOperation = (environment: string, row: Type): MethodDecorator =>
  Operation({
    summary: `List the data quality statistics of ${environment}`,
    description:
      'Returns one row for each analysis, newest first. `start` and `end` in the response are the range that was applied.',
    answer: pageOf(row, { start: time, end: time }),
    errors: [404],
  });

export const RangeStart = (): ParameterDecorator =>
  QueryDateTime('start', 'Start of the range, inclusive. The default is now minus 30 days.');

export const RangeEnd = (): ParameterDecorator =>
  QueryDateTime('end', 'End of the range, exclusive. The default is now.');
