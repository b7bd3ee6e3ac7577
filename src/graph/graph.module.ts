import { Module } from '@nestjs/common';
import { EntityReader } from './entity-reader.js';
import { GraphEntities } from './graph-entities.js';
import { GraphReader } from './graph-reader.js';
import { PathReader } from './path-reader.js';
import { GraphKeeper } from './memory/graph-keeper.js';
import { QueryThreads } from './questions/query-threads.js';
import { KindNames } from './kinds/kind-names.js';
import { PresentEnvironments } from './present-environments.js';
import { GraphAgeing } from './removal/graph-ageing.js';
import { GraphRemoval } from './removal/graph-removal.js';
import { GraphWriter } from './writer/graph-writer.js';

/** The graph: writing payloads, answering questions. Needs a database, the settings and a clock. */
@Module({
  providers: [
    KindNames,
    PresentEnvironments,
    GraphRemoval,
    GraphAgeing,
    GraphWriter,
    GraphEntities,
    GraphKeeper,
    QueryThreads,
    GraphReader,
    PathReader,
    EntityReader,
  ],
  exports: [
    KindNames,
    PresentEnvironments,
    GraphRemoval,
    GraphAgeing,
    GraphWriter,
    GraphEntities,
    GraphReader,
    PathReader,
    EntityReader,
    GraphKeeper,
  ],
})
export class GraphModule {}
