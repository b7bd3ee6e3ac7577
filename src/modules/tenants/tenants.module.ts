import { Module } from '@nestjs/common';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { TenantsController } from './tenants.controller.js';

@Module({ imports: [EnvironmentsModule], controllers: [TenantsController] })
export class TenantsModule {}
