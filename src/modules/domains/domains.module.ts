import { Module } from '@nestjs/common';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { DomainsController } from './domains.controller.js';

@Module({ imports: [EnvironmentsModule], controllers: [DomainsController] })
export class DomainsModule {}
