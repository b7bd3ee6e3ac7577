import { groupSchema, maxResults, userSchema } from './scim-resource.js';

const coreSchema = 'urn:ietf:params:scim:schemas:core:2.0';

/** Changes are one at a time: providers that send them in bulk send each of them if this says so. */
export const serviceProviderConfig = {
  schemas: [`${coreSchema}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Provisioning token',
      description: 'A token of the type provisioning, which an administrator makes for the provider.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig' },
};

export const resourceTypes = [
  resourceType('User', 'An account of the provider.', userSchema),
  resourceType('Group', 'A group of the provider.', groupSchema),
];

function resourceType(name: string, description: string, schema: string) {
  const meta = { resourceType: 'ResourceType' };
  return { schemas: [`${coreSchema}:ResourceType`], id: name, name, endpoint: `/${name}s`, description, schema, meta };
}

interface Attribute {
  readonly name: string;
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference';
  readonly description: string;
  readonly required?: boolean;
  readonly multiValued?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: 'readWrite' | 'readOnly' | 'immutable';
  readonly uniqueness?: 'none' | 'server';
  readonly subAttributes?: readonly object[];
}

/** An attribute with all of its characteristics. */
function attribute({ type = 'string', multiValued = false, required = false, ...rest }: Attribute): object {
  return {
    type,
    multiValued,
    required,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...rest,
  };
}

const readOnly = 'readOnly';

export const scimSchemas = [
  described(userSchema, 'User', 'An account that logs in by the provider.', [
    attribute({ name: 'userName', required: true, uniqueness: 'server', description: 'The name of the account.' }),
    attribute({ name: 'externalId', caseExact: true, description: 'The id of the person at the provider.' }),
    attribute({ name: 'displayName', mutability: readOnly, description: 'Follows from the name.' }),
    attribute({
      name: 'name',
      type: 'complex',
      description: 'The name of the person.',
      subAttributes: [
        attribute({ name: 'formatted', mutability: readOnly, description: 'Both parts.' }),
        attribute({ name: 'givenName', description: 'The first name.' }),
        attribute({ name: 'familyName', description: 'The last name.' }),
      ],
    }),
    attribute({
      name: 'emails',
      type: 'complex',
      multiValued: true,
      description: 'One address: the one for work, or the primary one, or the first.',
      subAttributes: [
        attribute({ name: 'value', description: 'The address.' }),
        attribute({ name: 'type', description: 'Always work.' }),
        attribute({ name: 'primary', type: 'boolean', description: 'Always true.' }),
      ],
    }),
    attribute({ name: 'active', type: 'boolean', description: 'Whether the account is enabled.' }),
  ]),
  described(groupSchema, 'Group', 'A group, which may decide the role of its members.', [
    attribute({ name: 'displayName', required: true, uniqueness: 'server', description: 'The name of the group.' }),
    attribute({ name: 'externalId', caseExact: true, description: 'The id of the group at the provider.' }),
    attribute({
      name: 'members',
      type: 'complex',
      multiValued: true,
      description: 'Users of the provider. Lists of groups leave them out.',
      subAttributes: [
        attribute({ name: 'value', mutability: 'immutable', description: 'The id of the user.' }),
        attribute({ name: 'display', mutability: readOnly, description: 'The name of the account.' }),
        attribute({ name: 'type', mutability: readOnly, description: 'Always User.' }),
      ],
    }),
  ]),
];

function described(id: string, name: string, description: string, attributes: readonly object[]) {
  const meta = { resourceType: 'Schema' };
  return { schemas: [`${coreSchema}:Schema`], id, name, description, attributes, meta };
}
