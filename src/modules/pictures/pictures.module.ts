import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GraphModule } from '../../graph/graph.module.js';
import { GraphsModule } from '../graphs/graphs.module.js';
import { NeighbourhoodModule } from '../neighbourhood/neighbourhood.module.js';
import { PictureEntity, PictureShareEntity } from './picture.entity.js';
import { PicturesController } from './pictures.controller.js';
import { PicturesRepository } from './pictures.repository.js';
import { PicturesService } from './pictures.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([PictureEntity, PictureShareEntity]),
    GraphModule,
    GraphsModule,
    NeighbourhoodModule,
  ],
  controllers: [PicturesController],
  providers: [PicturesService, PicturesRepository],
})
export class PicturesModule {}
