import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SavedQueriesController } from './saved-queries.controller.js';
import { SavedQueriesRepository } from './saved-queries.repository.js';
import { SavedQueriesService } from './saved-queries.service.js';
import { SavedQueryEntity, SavedQueryShareEntity } from './saved-query.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([SavedQueryEntity, SavedQueryShareEntity])],
  controllers: [SavedQueriesController],
  providers: [SavedQueriesService, SavedQueriesRepository],
})
export class SavedQueriesModule {}
