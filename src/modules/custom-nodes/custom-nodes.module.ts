import { Module } from '@nestjs/common';
import { CustomNodesController } from './custom-nodes.controller.js';
import { CustomNodesRepository } from './custom-nodes.repository.js';
import { CustomNodesService } from './custom-nodes.service.js';

@Module({
  controllers: [CustomNodesController],
  providers: [CustomNodesService, CustomNodesRepository],
  exports: [CustomNodesService],
})
export class CustomNodesModule {}
