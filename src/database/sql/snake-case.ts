import { DefaultNamingStrategy } from 'typeorm';
import { snakeCase } from '../../base/values/letter-case.js';

/** Columns have the names of their properties, in snake case. */
export class SnakeCase extends DefaultNamingStrategy {
  override columnName(property: string, given: string | undefined): string {
    return given ?? snakeCase(property);
  }
}
