import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { PageOf } from '../../http/list/list-page.js';
import { chosenProperties, hrefText } from '../entities/entities.dto.js';

export const searchResultShape = shape('SearchResultDto', {
  objectid: memory.text({ example: 'S-1-5-21-3130019616-2776909439-2417379446-1104' }),
  type: memory.text({ example: 'User', description: 'Primary kind of the entity.' }),
  name: memory.text({ example: 'ALICE@BIRCH.LOCAL' }),
  distinguishedname: memory.text({
    example: 'CN=ALICE,OU=SALES,DC=BIRCH,DC=LOCAL',
    description: 'Empty if it has none.',
  }),
  system_tags: memory.text({
    example: 'admin_tier_0 owned',
    description: 'Tags of the system asset groups that contain it, separated by spaces.',
  }),
  kinds: memory.texts({ example: ['User', 'Base'], description: 'All kinds of the entity.' }),
  domain: memory.optionalText({
    example: 'BIRCH.LOCAL',
    description: 'Name of its domain or tenant; the object id if the graph does not have the name.',
  }),
  environment_id: memory.optionalText({
    example: 'S-1-5-21-3130019616-2776909439-2417379446',
    description: 'Object id of its domain or tenant.',
  }),
  tier_zero: memory.boolean('Whether it belongs to tier zero.'),
  href: memory.text({ example: '/api/v2/users/S-1-5-21-3130019616-2776909439-2417379446-1104', description: hrefText }),
  props: chosenProperties,
});
export type SearchResultDto = JsonOf<typeof searchResultShape.fields>;

export type SearchPageDto = PageOf<SearchResultDto>;
