/** The connection pool of TypeORM, named here for those who only hand it on. */
export type { DataSource } from 'typeorm';
