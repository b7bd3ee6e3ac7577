import { Get } from '@nestjs/common';
import { Allow } from '../../auth/allow.decorator.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { dataListOf, Operation } from '../../http/openapi/operation.decorator.js';
import { questionDtos, type ReadyQuestionDto, readyQuestionShape } from './questions.dto.js';

@ApiController('questions', 'search')
export class QuestionsController {
  @Get()
  @Allow('graph:read', 'seen')
  @Operation({
    summary: 'List questions that are often asked, as calls',
    description: 'Each is answered by one GET request of this API.',
    answer: dataListOf(readyQuestionShape.dto),
  })
  list(): { data: readonly ReadyQuestionDto[] } {
    return { data: questionDtos };
  }
}
