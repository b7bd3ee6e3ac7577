import { Module } from '@nestjs/common';
import { ClientsRepository } from './clients.repository.js';
import { ClientsService } from './clients.service.js';

/** Collection clients as events and jobs name them. Needs a {@link Clock}. */
@Module({
  providers: [ClientsService, ClientsRepository],
  exports: [ClientsService],
})
export class ClientsModule {}
