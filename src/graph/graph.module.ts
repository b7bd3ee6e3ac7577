import { Module } from '@nestjs/common';
import { PropertyLookup } from './conditions/property-lookup.js';
import { CypherReader } from './cypher-reader.js';
import { EntityReader } from './entity-reader.js';
import { NodeProperties } from './node-properties.js';
import { NodeLookup } from './node-lookup.js';
import { GraphReader } from './graph-reader.js';
import { PathReader } from './path-reader.js';
import { ReachReader } from './reach-reader.js';
import { GraphKeeper } from './memory/graph-keeper.js';
import { SelectionReader } from './selection-reader.js';
import { QueryThreads } from './questions/query-threads.js';
import { NamedKinds } from './kinds/free-kinds.js';
import { KindNames } from './kinds/kind-names.js';
import { EnvironmentLookup } from './environment-lookup.js';
import { GraphExpiry } from './removal/graph-expiry.js';
import { GraphRemoval } from './removal/graph-removal.js';
import { GraphWriter } from './writer/graph-writer.js';

/** The graph: writing payloads, answering questions. Needs a database, the settings and a clock. */
@Module({
  providers: [
    KindNames,
    NamedKinds,
    EnvironmentLookup,
    PropertyLookup,
    GraphRemoval,
    GraphExpiry,
    GraphWriter,
    NodeLookup,
    NodeProperties,
    GraphKeeper,
    QueryThreads,
    GraphReader,
    PathReader,
    ReachReader,
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
