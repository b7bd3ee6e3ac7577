import type { Database } from '../../src/database/database.js';
import type { SnapshotKeeper } from '../../src/graph/snapshot/snapshot-keeper.js';
import type { Estate } from './estate.js';

const changed = `
  WITH v AS (UPDATE graph_state SET version = version + 1 RETURNING version)
  INSERT INTO node_change (version, node_id) SELECT version, $1 FROM v`;

/** Makes versions that tell of a changed node, as ingest does, and lets memory follow: what is asked then is asked for the first time. */
export class NewVersions {
  constructor(
    private readonly database: Database,
    private readonly keeper: SnapshotKeeper,
    private readonly estate: Estate,
  ) {}

  /** Of a container, which no question is about: memory forgets who was asked for and what came of it. */
  ofContainer(): Promise<void> {
    return this.of(this.estate.firstContainer);
  }

  /** All computers are read again, and what each large holder of rights has is marked anew. */
  ofComputer(): Promise<void> {
    return this.of(this.estate.firstComputer);
  }

  private async of(node: number): Promise<void> {
    await this.database.prepared(changed, [node]);
    await this.keeper.refresh();
  }
}
