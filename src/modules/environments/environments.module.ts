import { Module } from '@nestjs/common';
import { EnvironmentsRepository } from './environments.repository.js';
import { EnvironmentsService } from './environments.service.js';

/** The part that domains and cloud tenants share. */
@Module({ providers: [EnvironmentsService, EnvironmentsRepository], exports: [EnvironmentsService] })
export class EnvironmentsModule {}
