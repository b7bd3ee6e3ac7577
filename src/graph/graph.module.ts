import { Module } from '@nestjs/common';
import { Settings } from '../base/config/settings.js';
import { GraphEntities } from './graph-entities.js';
import { GraphReader } from './graph-reader.js';
import { KindNames } from './kinds/kind-names.js';
import { KnownKinds } from './kinds/known-kinds.js';
import { GraphLoader } from './loader/graph-loader.js';
import { PresentEnvironments } from './present-environments.js';
import { GraphAgeing } from './removal/graph-ageing.js';
import { GraphRemoval } from './removal/graph-removal.js';
import { SnapshotGraphReader } from './snapshot/snapshot-graph-reader.js';
import { SnapshotKeeper } from './snapshot/snapshot-keeper.js';
import { SnapshotSource } from './snapshot/snapshot-source.js';
import { SqlGraphReader } from './sql-graph-reader.js';
import { GraphWriter } from './writer/graph-writer.js';

/** The graph: writing payloads, answering questions. Needs a database, the settings and a clock. */
@Module({
  providers: [
    KindNames,
    KnownKinds,
    PresentEnvironments,
    GraphRemoval,
    GraphAgeing,
    GraphLoader,
    GraphWriter,
    GraphEntities,
    SqlGraphReader,
    SnapshotSource,
    SnapshotKeeper,
    SnapshotGraphReader,
    {
      provide: GraphReader,
      inject: [Settings, SqlGraphReader, SnapshotGraphReader],
      useFactory: ({ graphSnapshot }: Settings, tables: SqlGraphReader, snapshot: SnapshotGraphReader) =>
        graphSnapshot ? snapshot : tables,
    },
  ],
  exports: [
    KindNames,
    KnownKinds,
    PresentEnvironments,
    GraphRemoval,
    GraphAgeing,
    GraphLoader,
    GraphWriter,
    GraphEntities,
    GraphReader,
    SnapshotGraphReader,
    SnapshotKeeper,
  ],
})
export class GraphModule {}
