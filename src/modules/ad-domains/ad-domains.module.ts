import { Module } from '@nestjs/common';
import { AdDomainsController } from './ad-domains.controller.js';
import { AdDomainsRepository } from './ad-domains.repository.js';
import { AdDomainsService } from './ad-domains.service.js';

@Module({
  controllers: [AdDomainsController],
  providers: [AdDomainsService, AdDomainsRepository],
  exports: [AdDomainsService],
})
export class AdDomainsModule {}
