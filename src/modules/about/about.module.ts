import { Module } from '@nestjs/common';
import { SsoModule } from '../../auth/sso/sso.module.js';
import { AboutController } from './about.controller.js';

@Module({ imports: [SsoModule], controllers: [AboutController] })
export class AboutModule {}
