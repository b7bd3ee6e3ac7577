import { Module } from '@nestjs/common';
import { GraphModule } from '../../../graph/graph.module.js';
import { CollectionObjects } from './collection-objects.js';

/** The scope of a collection, which events and jobs have. */
@Module({ imports: [GraphModule], providers: [CollectionObjects], exports: [CollectionObjects] })
export class ScopeModule {}
