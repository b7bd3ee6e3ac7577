import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { readyQuestions } from './ready-questions.js';

export const readyQuestionShape = shape('ReadyQuestionDto', {
  name: memory.text({ example: 'direct-members' }),
  topic: memory.text({ example: 'Groups and domains', description: 'Related questions have the same.' }),
  sentence: memory.text({ example: 'Who is a direct member of a group, such as Domain Admins?' }),
  call: memory.text({
    example: '/api/v2/groups/{object}/members?depth=1',
    description: 'Path and query of a GET request, in which `{object}` or `{edge}` has to be replaced.',
  }),
  parameter: memory.any<'object' | 'edge' | null>({
    type: 'string',
    nullable: true,
    enum: ['object', 'edge', null],
    description: '`object`: an object id; `edge`: `source,kind,target`; null: nothing has to be replaced.',
  }),
  object_kind: memory.optionalText({ example: 'Group', description: 'Kind of the object.' }),
});
export type ReadyQuestionDto = JsonOf<typeof readyQuestionShape.fields>;

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
