import { type DynamicModule, Global, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Database } from './database.js';
import { clockOf, DatabaseClock } from './sql/database-clock.js';
import type { PooledDataSource } from './opening/data-source.js';
import { Replicas } from './replicas/replicas.js';

/** Provides a connected and migrated data source: as TypeORM repositories, as {@link Database} and as the clock of the database. */
@Global()
@Module({})
export class DatabaseModule implements OnModuleInit {
  constructor(private readonly replicas: Replicas) {}

  /** Not earlier, because the state of the replicas is logged. */
  onModuleInit(): Promise<void> {
    return this.replicas.start();
  }

  static with(dataSource: PooledDataSource): DynamicModule {
    const { database, replicas } = dataSource;
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...dataSource.options, manualInitialization: true }),
          dataSourceFactory: () => Promise.resolve(dataSource),
        }),
      ],
      providers: [
        { provide: Database, useValue: database },
        { provide: DatabaseClock, useValue: clockOf(database) },
        { provide: Replicas, useValue: replicas },
      ],
      exports: [Database, DatabaseClock, Replicas],
    };
  }
}
