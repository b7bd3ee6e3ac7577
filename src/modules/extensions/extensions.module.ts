import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NamedKinds } from '../../graph/kinds/free-kinds.js';
import { GraphModule } from '../../graph/graph.module.js';
import { ExtensionEntity } from '../../graph/extensions/extension.entity.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { DataQualityController } from './data-quality.controller.js';
import { DataQualityRepository } from './data-quality.repository.js';
import { DataQualityService } from './data-quality.service.js';
import { EnvironmentsController } from './environments.controller.js';
import { ExtensionsController } from './extensions.controller.js';
import { ExtensionsRepository } from './extensions.repository.js';
import { ExtensionsService } from './extensions.service.js';
import { KindsController } from './kinds.controller.js';
import { KindsService } from './kinds.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ExtensionEntity]), GraphModule, EnvironmentsModule],
  controllers: [ExtensionsController, KindsController, EnvironmentsController, DataQualityController],
  providers: [ExtensionsService, ExtensionsRepository, KindsService, DataQualityService, DataQualityRepository],
  exports: [KindsService],
})
export class ExtensionsModule {
  constructor(namedKinds: NamedKinds, extensions: ExtensionsRepository) {
    namedKinds.add((on) => extensions.kindNames(on));
  }
}
