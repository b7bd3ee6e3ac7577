import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Database } from './database.js';
import { databaseOf } from './database-of.js';

/** Offers a data source that is already connected and migrated, both as TypeORM repositories and as {@link Database}. */
@Global()
@Module({})
export class DatabaseModule {
  static with(dataSource: DataSource): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...dataSource.options, manualInitialization: true }),
          dataSourceFactory: () => Promise.resolve(dataSource),
        }),
      ],
      providers: [{ provide: Database, useValue: databaseOf(dataSource) }],
      exports: [Database],
    };
  }
}
