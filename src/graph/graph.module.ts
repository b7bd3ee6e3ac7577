import { Module } from '@nestjs/common';
import { Clock } from '../base/clock.js';
import { Database } from '../database/database.js';
import { PropertyLookup } from './conditions/property-lookup.js';
import { CypherReader } from './answers/cypher-reader.js';
import { EntityReader } from './answers/entity-reader.js';
import { NodeProperties } from './answers/node-properties.js';
import { NodeLookup } from './lookups/node-lookup.js';
import { GraphReader } from './answers/graph-reader.js';
import { PropertyNotes } from './answers/property-notes.js';
import { PathReader } from './answers/path-reader.js';
import { ReachReader } from './answers/reach-reader.js';
import { GraphKeeper } from './memory/graph-keeper.js';
import { SelectionReader } from './answers/selection-reader.js';
import { QueryThreads } from './threads/query-threads.js';
import { NamedKinds } from './kinds/free-kinds.js';
import { KindNames } from './store/kind-names.js';
import { EnvironmentLookup } from './lookups/environment-lookup.js';
import { GraphExpiry } from './writer/removal/graph-expiry.js';
import { GraphRemoval } from './writer/removal/graph-removal.js';
import { GraphWriter } from './writer/graph-writer.js';

/** Threads construct these by themselves. Loading the decorators of the framework would take them longer than all else. */
const ofThreads = [
  { provide: KindNames, inject: [Database], useFactory: (database: Database) => new KindNames(database) },
  { provide: NodeProperties, inject: [Database], useFactory: (database: Database) => new NodeProperties(database) },
  {
    provide: GraphWriter,
    inject: [Database, KindNames, Clock],
    useFactory: (...parts: [Database, KindNames, Clock]) => new GraphWriter(...parts),
  },
];

/** The graph: writing payloads, answering questions. Needs a database, the settings and a clock. */
@Module({
  providers: [
    ...ofThreads,
    NamedKinds,
    EnvironmentLookup,
    PropertyLookup,
    GraphRemoval,
    GraphExpiry,
    NodeLookup,
    GraphKeeper,
    QueryThreads,
    GraphReader,
    PathReader,
    ReachReader,
    PropertyNotes,
    CypherReader,
    SelectionReader,
    EntityReader,
  ],
  exports: [
    KindNames,
    NamedKinds,
    EnvironmentLookup,
    PropertyLookup,
    GraphRemoval,
    GraphExpiry,
    GraphWriter,
    NodeLookup,
    NodeProperties,
    GraphReader,
    PathReader,
    ReachReader,
    CypherReader,
    SelectionReader,
    EntityReader,
    GraphKeeper,
  ],
})
export class GraphModule {}
