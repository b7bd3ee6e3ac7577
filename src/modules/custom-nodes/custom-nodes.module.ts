import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CustomNodeEntity } from './custom-node.entity.js';
import { CustomNodesController } from './custom-nodes.controller.js';
import { CustomNodesRepository } from './custom-nodes.repository.js';
import { CustomNodesService } from './custom-nodes.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([CustomNodeEntity])],
  controllers: [CustomNodesController],
  providers: [CustomNodesService, CustomNodesRepository],
  exports: [CustomNodesService],
})
export class CustomNodesModule {}
