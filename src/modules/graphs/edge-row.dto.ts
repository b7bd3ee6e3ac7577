import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { PageOf } from '../../http/list/list-page.js';
import type { ShownNode } from '../../graph/questions/pages/shown-node.js';

/** An edge and its ends. */
export const edgeEnds = {
  source: memory.text({
    example: 'S-1-5-21-3130019616-2776909439-2417379446-1104',
    description: 'Object id of the start.',
  }),
  source_name: memory.text({ example: 'ALICE@BIRCH.LOCAL' }),
  source_kind: memory.text({ example: 'User', description: 'Primary kind of the start.' }),
  kind: memory.text({ example: 'MemberOf', description: 'Kind of the edge.' }),
  target: memory.text({
    example: 'S-1-5-21-3130019616-2776909439-2417379446-512',
    description: 'Object id of the end.',
  }),
  target_name: memory.text({ example: 'DOMAIN ADMINS@BIRCH.LOCAL' }),
  target_kind: memory.text({ example: 'Group', description: 'Primary kind of the end.' }),
};

type EndNode = Pick<ShownNode, 'objectid' | 'name' | 'label'>;

export function toEdgeEndsDto(source: EndNode, kind: string, target: EndNode): JsonOf<typeof edgeEnds> {
  return {
    source: source.objectid,
    source_name: source.name,
    source_kind: source.label,
    kind,
    target: target.objectid,
    target_name: target.name,
    target_kind: target.label,
  };
}

export const edgeRowShape = shape('EdgeRowDto', {
  ...edgeEnds,
  last_seen: memory.optionalTime(
    'Day on which a source last stated the edge. Null for an edge that the analysis derived.',
  ),
  properties: memory.anyObject('Properties that sources state, such as `isinherited`.'),
});
export type EdgePageDto = PageOf<JsonOf<typeof edgeRowShape.fields>>;

/** In place of what the caller does not see. */
export const hiddenStub = { hidden: true } as const;

export const stub = memory.absent(
  memory.object(
    shape('HiddenStubDto', { hidden: memory.boolean() }),
    'The ways lead over objects that the account does not see: nothing else is told of them.',
  ),
);
