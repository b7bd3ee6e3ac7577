import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { Database } from '../../database/database.js';
import { KindNames } from '../kinds/kind-names.js';
import { PayloadWriter } from './payload-writer.js';

/** Writes payloads into the graph: docs/adr/0035-edge-lists.md. */
@Injectable()
export class GraphWriter {
  constructor(
    private readonly database: Database,
    private readonly kindNames: KindNames,
    private readonly clock: Clock,
  ) {}

  /** @param options.day (`2026-03-01`, UTC) on which a source stated the payload; today if it is left out */
  payload({ day = this.clock.now().toISOString().slice(0, 10) }: { readonly day?: string } = {}): PayloadWriter {
    return new PayloadWriter(this.database, this.kindNames, day);
  }
}
