import { type JsonOf, shape } from '../../http/fields/fields.js';
import { providerKinds } from '../../auth/sso/providers/sso-provider.js';
import { memory } from '../../http/fields/memory.js';

const loginProviderShape = shape('LoginProviderDto', {
  slug: memory.text({ example: 'corporate-adfs', description: 'Part of the addresses of the provider.' }),
  name: memory.text({ example: 'Corporate ADFS' }),
  type: memory.choice(providerKinds)(),
});

export const aboutShape = shape('AboutDto', {
  version: memory.text({ example: '1.2.0' }),
  edition: memory.choice(['community', 'enterprise'])(),
  capabilities: memory.texts('Names of the parts that the edition adds.'),
  login_methods: memory.any<'password'[]>({ enum: ['password'], isArray: true, description: 'The ways to log in.' }),
  identity_providers: memory.array(loginProviderShape, 'Identity providers by which people can log in.'),
});
export type AboutDto = JsonOf<typeof aboutShape.fields>;
