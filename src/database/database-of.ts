import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Database } from './database.js';

/** The direct access that shares the connection pool of a connected data source. */
export function databaseOf(dataSource: DataSource): Database {
  const pool: unknown = Reflect.get(dataSource.driver, 'master');
  if (!(pool instanceof pg.Pool)) throw new Error('the data source is not connected to PostgreSQL');
  return new Database(pool);
}
