import { Module } from '@nestjs/common';
import { SamlController } from './saml.controller.js';
import { SamlRepository } from './saml.repository.js';
import { SamlService } from './saml.service.js';

@Module({
  controllers: [SamlController],
  providers: [SamlService, SamlRepository],
  exports: [SamlService],
})
export class SamlModule {}
