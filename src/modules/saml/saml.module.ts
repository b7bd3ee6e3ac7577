import { Module } from '@nestjs/common';
import { SsoModule } from '../../auth/sso/sso.module.js';
import { SamlController } from './saml.controller.js';
import { SamlService } from './saml.service.js';

@Module({
  imports: [SsoModule],
  controllers: [SamlController],
  providers: [SamlService],
  exports: [SamlService],
})
export class SamlModule {}
