import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SamlProviderEntity } from './saml-provider.entity.js';
import { SamlController } from './saml.controller.js';
import { SamlRepository } from './saml.repository.js';
import { SamlService } from './saml.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SamlProviderEntity])],
  controllers: [SamlController],
  providers: [SamlService, SamlRepository],
  exports: [SamlService],
})
export class SamlModule {}
