import { Injectable } from '@nestjs/common';
import { Capabilities } from '../../../base/catalogue/capabilities.js';
import { Periodic } from '../../../queue/background-work.js';
import { SilenceAlertsService } from '../../alert-rules/silence-alerts.service.js';
import { ClientsRepository } from './clients.repository.js';

/** Has alerts made of clients that are silent, whether or not they run a job. */
@Injectable()
export class SilentClientsService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly silences: SilenceAlertsService,
    private readonly capabilities: Capabilities,
  ) {}

  @Periodic({ name: 'find-silent-clients', everySeconds: 60 })
  async find(): Promise<void> {
    if (this.capabilities.has('clients')) await this.silences.tell('clients', () => this.clients.listSeen());
  }
}
