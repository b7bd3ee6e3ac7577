import { ApiProperty } from '@nestjs/swagger';

/** A whole number from 0. */
export function Count(description?: string): PropertyDecorator {
  return ApiProperty({ type: 'integer', minimum: 0, ...(description !== undefined && { description }) });
}
