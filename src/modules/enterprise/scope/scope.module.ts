import { Module } from '@nestjs/common';
import { GraphModule } from '../../../graph/graph.module.js';
import { CollectionObjects } from './collection-objects.js';

/** What events and jobs share. */
@Module({ imports: [GraphModule], providers: [CollectionObjects], exports: [CollectionObjects] })
export class ScopeModule {}
