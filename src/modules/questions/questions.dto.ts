import { ApiProperty } from '@nestjs/swagger';
import { readyQuestions } from './ready-questions.js';

export class ReadyQuestionDto {
  @ApiProperty({ example: 'direct-members' })
  readonly name!: string;

  @ApiProperty({ example: 'Groups and domains', description: 'Related questions have the same.' })
  readonly topic!: string;

  @ApiProperty({ example: 'Who is a direct member of a group, such as Domain Admins?' })
  readonly sentence!: string;

  @ApiProperty({
    example: '/api/v2/groups/{object}/members?depth=1',
    description: 'Path and query of a GET request, in which `{object}` or `{edge}` has to be replaced.',
  })
  readonly call!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    enum: ['object', 'edge', null],
    description: '`object`: an object id; `edge`: `source,kind,target`; null: nothing has to be replaced.',
  })
  readonly parameter!: 'object' | 'edge' | null;

  @ApiProperty({ type: 'string', nullable: true, example: 'Group', description: 'Kind of the object.' })
  readonly object_kind!: string | null;
}

/** All ready questions, in the order of the document. */
export const questionDtos: readonly ReadyQuestionDto[] = Object.entries(readyQuestions).flatMap(([topic, questions]) =>
  Object.entries(questions).map(([name, { sentence, call, of = null }]) => ({
    name,
    topic,
    sentence,
    call,
    parameter: of === null ? (call.includes('{edge}') ? 'edge' : null) : 'object',
    object_kind: of,
  })),
);
