import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { PageOf } from '../../http/list/list-page.js';
import { hrefText } from '../entities/entities.dto.js';

const ofEdges = 'Null for a node.';

export const rankingRowShape = shape('RankingRowDto', {
  objectid: memory.text({
    example: 'S-1-5-21-3130019616-2776909439-2417379446-512',
    description: 'Object id of the node, or of the start of the edge.',
  }),
  name: memory.text({ example: 'DOMAIN ADMINS@BIRCH.LOCAL' }),
  kind: memory.text({ example: 'Group', description: 'Primary kind of that node.' }),
  edge: memory.optionalText({ example: 'MemberOf', description: `Kind of the edge. ${ofEdges}` }),
  target: memory.optionalText(`Object id of the end of the edge. ${ofEdges}`),
  target_name: memory.optionalText(`Name of the end of the edge. ${ofEdges}`),
  target_kind: memory.optionalText(`Primary kind of the end of the edge. ${ofEdges}`),
  count: memory.count('The number by which the row is ranked; without the node itself.'),
  href: memory.text({ example: '/api/v2/groups/S-1-5-21-3130019616-2776909439-2417379446-512', description: hrefText }),
});

export interface RankingPageDto extends PageOf<JsonOf<typeof rankingRowShape.fields>> {
  readonly greedy: boolean;
}
