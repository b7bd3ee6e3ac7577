import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';
import type { CustomNodeDraft } from './custom-nodes.request.dto.js';

export interface CustomNode extends CustomNodeDraft {
  readonly id: number;
}

const icon = shape('IconDto', {
  type: field.text('icon_type', { description: 'Icon set.', example: 'font-awesome' }),
  name: field.text('icon_name', { description: 'Name of the icon in its set.', example: 'server' }),
  color: field.text('icon_color', {
    pattern: '^#[0-9A-F]{6}$',
    description: '`#RRGGBB` in upper case.',
    example: '#3366FF',
  }),
});

export const customNodeShape = shape('CustomNodeDto', {
  id: field.int32('id', {}, 'sort', 'filter'),
  kindName: field.text(
    'kind_name',
    { description: 'Kind of nodes. Kinds differ by case.', example: 'Server' },
    'sort',
    'filter',
  ),
  config: field.object(shape('CustomNodeConfigDto', { icon: field.object(icon) })),
});
export type CustomNodeDto = JsonOf<typeof customNodeShape.fields>;

export const customNodeList = listOf(customNodeShape, { defaultSort: ['kindName'], tieBreaker: 'id' });

export type CustomNodeListRequest = ListRequest<keyof typeof customNodeList.columns>;

export function toCustomNodeDto({ id, kindName, icon: { type, name, color } }: CustomNode): CustomNodeDto {
  return { id, kindName, config: { icon: { type, name, color } } };
}
