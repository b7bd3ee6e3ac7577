import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import { ClientsService } from '../clients/clients.service.js';
import { JobsOfClientsRepository } from './jobs-of-clients.repository.js';

/** Cancels the jobs of a client that is deleted, since nobody will take or end them. What a running one has sent is read nonetheless. */
@Injectable()
export class JobsOfClientsService implements OnModuleInit {
  constructor(
    private readonly clients: ClientsService,
    private readonly jobs: JobsOfClientsRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.clients.onDelete((clientId, on) => this.jobs.cancelOpen(clientId, this.clock.now(), on));
  }
}
