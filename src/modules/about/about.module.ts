import { Module } from '@nestjs/common';
import { SamlModule } from '../saml/saml.module.js';
import { AboutController } from './about.controller.js';

@Module({ imports: [SamlModule], controllers: [AboutController] })
export class AboutModule {}
