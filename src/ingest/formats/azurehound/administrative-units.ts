import type { Fields } from '../../records/fields.js';
import { isList } from '../../records/json-value.js';
import { azureNode, tenant } from './azure-node.js';
import { type AzureObject, nameAtTenant } from './azure-object.js';
import { kindOfDirectoryObject } from './directory-relations.js';
import { stateLists } from './whole-lists.js';

/** AzureHound does not collect units. Other tools write them in files of its form, with a list of members that is whole, even if it is empty. */
export const administrativeUnit: AzureObject = {
  name: nameAtTenant,
  properties: {
    description: ['description', 'text'],
    ismembermanagementrestricted: ['isMemberManagementRestricted', 'flag'],
    memberscollected: areMembersWhole,
  },
  container: tenant,
  edges(data, node, into) {
    stateLists(data, into, isList(data.value('members')) ? node.objectid : null, ['AZUnitMember'], () =>
      data.each('members', (member) =>
        into.link(node, 'AZUnitMember', azureNode(member.idOfPart('id'), kindOfDirectoryObject(member) ?? null)),
      ),
    );
  },
};

/** Undefined if there is no list: a list that another file stated stays. */
function areMembersWhole(data: Fields): boolean | undefined {
  if (!isList(data.value('members'))) return undefined;
  const quiet = data.withoutReports();
  quiet.each('members', (member) => member.idOfPart('id'));
  return quiet.faultCount === 0;
}
