import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '../clock.js';
import { Settings } from './settings.js';

/** Provides the settings of the process and the clock to every module. */
@Global()
@Module({})
export class ConfigModule {
  static with(settings: Settings, clock: Clock = new SystemClock()): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Clock, useValue: clock },
      ],
      exports: [Settings, Clock],
    };
  }
}
