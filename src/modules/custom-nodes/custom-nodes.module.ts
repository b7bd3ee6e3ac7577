import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NamedKinds } from '../../graph/kinds/free-kinds.js';
import { GraphModule } from '../../graph/graph.module.js';
import { CustomNodeEntity } from './custom-node.entity.js';
import { CustomNodesController } from './custom-nodes.controller.js';
import { CustomNodesRepository } from './custom-nodes.repository.js';
import { CustomNodesService } from './custom-nodes.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([CustomNodeEntity]), GraphModule],
  controllers: [CustomNodesController],
  providers: [CustomNodesService, CustomNodesRepository],
  exports: [CustomNodesService],
})
export class CustomNodesModule {
  constructor(namedKinds: NamedKinds, nodes: CustomNodesRepository) {
    namedKinds.add((on) => nodes.kindNames(on));
  }
}
