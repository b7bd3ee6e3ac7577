import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { PageOf } from '../../http/list/list-page.js';
import { hrefText } from '../entities/entities.dto.js';
import { edgeEnds, stub } from './edge-row.dto.js';

const wayEdgeShape = shape('WayEdgeDto', {
  ...edgeEnds,
  is_new: memory.boolean('Whether the graph of `since` had no such edge.'),
});

export const newWayShape = shape('NewWayDto', {
  objectid: memory.text('Object id of the account.'),
  name: memory.text({ example: 'ALICE@BIRCH.LOCAL' }),
  kind: memory.text({ example: 'User', description: 'Primary kind of the account.' }),
  domain: memory.optionalText({ example: 'BIRCH.LOCAL', description: 'Name of its domain or tenant.' }),
  environment_id: memory.optionalText('Object id of its domain or tenant.'),
  steps: memory.count('Edges of the way.'),
  new_steps: memory.count('New edges of the way. 0: the account was disabled, or the end did not belong to tier zero.'),
  way: memory.array(wayEdgeShape, 'A shortest way into tier zero. Empty beside a stub, as are the numbers.'),
  stub,
  href: memory.text({ example: '/api/v2/users/S-1-5-21-3130019616-2776909439-2417379446-1104', description: hrefText }),
});
export type NewWayDto = JsonOf<typeof newWayShape.fields>;

export const newWayGroupShape = shape('NewWayGroupDto', {
  edge: memory.optionalObject(
    shape('OpeningEdgeDto', edgeEnds),
    'The new edge of the ways that is nearest to their end. Null: no edge of them is new, or there is a stub.',
  ),
  stub,
  accounts: memory.count('Accounts whose way it opened.'),
  objectid: memory.text('Object id of the account among them that is nearest to tier zero.'),
  name: memory.text({ example: 'ALICE@BIRCH.LOCAL', description: 'Its name.' }),
  kind: memory.text({ example: 'User', description: 'Its primary kind.' }),
});

export interface NewWayGroupsPageDto extends PageOf<JsonOf<typeof newWayGroupShape.fields>> {
  readonly since: PointDto;
  readonly until: PointDto;
  readonly cursor: string;
}

export interface PointDto {
  readonly run_id: string;
  readonly finished_at: Date;
  readonly graph_version: number;
}

export interface NewWaysPageDto extends PageOf<NewWayDto> {
  readonly since: PointDto;
  readonly until: PointDto;
  readonly cursor: string;
}
