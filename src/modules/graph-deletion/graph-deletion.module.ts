import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { GraphModule } from '../../graph/graph.module.js';
import { GraphController } from './graph-deletion.controller.js';
import { GraphDeletionService } from './graph-deletion.service.js';

@Module({
  imports: [GraphModule, AnalysisModule],
  controllers: [GraphController],
  providers: [GraphDeletionService],
  exports: [GraphDeletionService],
})
export class GraphDeletionModule {}
