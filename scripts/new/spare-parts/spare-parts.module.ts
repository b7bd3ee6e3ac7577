import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SparePartEntity } from './spare-part.entity.js';
import { SparePartsController } from './spare-parts.controller.js';
import { SparePartsRepository } from './spare-parts.repository.js';
import { SparePartsService } from './spare-parts.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([SparePartEntity])],
  controllers: [SparePartsController],
  providers: [SparePartsService, SparePartsRepository],
  exports: [SparePartsService],
})
export class SparePartsModule {}
