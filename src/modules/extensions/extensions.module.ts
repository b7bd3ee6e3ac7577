import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NamedKinds } from '../../graph/kinds/free-kinds.js';
import { GraphModule } from '../../graph/graph.module.js';
import { ExtensionEntity } from '../../graph/extensions/extension.entity.js';
import { ExtensionsController } from './extensions.controller.js';
import { ExtensionsRepository } from './extensions.repository.js';
import { ExtensionsService } from './extensions.service.js';
import { KindsController } from './kinds.controller.js';
import { KindsService } from './kinds.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ExtensionEntity]), GraphModule],
  controllers: [ExtensionsController, KindsController],
  providers: [ExtensionsService, ExtensionsRepository, KindsService],
  exports: [KindsService],
})
export class ExtensionsModule {
  constructor(namedKinds: NamedKinds, extensions: ExtensionsRepository) {
    namedKinds.add((on) => extensions.kindNames(on));
  }
}
