import { Module } from '@nestjs/common';
import { GraphModule } from '../../graph/graph.module.js';
import { ConditionsService } from './conditions.service.js';

/** Conditions on properties, as lists and searches of nodes accept them. */
@Module({ imports: [GraphModule], providers: [ConditionsService], exports: [ConditionsService] })
export class ConditionsModule {}
