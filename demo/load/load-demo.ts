import type { INestApplicationContext } from '@nestjs/common';
import { SamlService } from '../../src/modules/saml/saml.service.js';
import type { Estate } from '../generator/estate.js';
import { DEMO_IDENTITY_PROVIDER } from '../estate/identity-provider.js';
import { ConflictError } from '../../src/base/errors.js';
import { loadCollection } from './load-collection.js';
import { loadConfiguration, loadIdentityProvider } from './load-configuration.js';
import { loadGraph, type Say } from './load-graph.js';

/**
 * Puts the demo estate into a service, by the services that serve everybody else. The identity provider comes last: where it is there,
 * the estate is, and nothing is done.
 * @returns whether anything was loaded
 */
export async function loadDemo(app: INestApplicationContext, estate: Estate, say: Say): Promise<boolean> {
  const providers = await app.get(SamlService).list('');
  if (providers.some(({ name }) => name === DEMO_IDENTITY_PROVIDER.name)) return false;
  await loadGraph(app, estate, say);
  await loadConfiguration(app, estate).catch(refuseLeftovers);
  await loadCollection(app, estate);
  await loadIdentityProvider(app);
  return true;
}

/** A load that was killed half-way leaves names behind; so may whoever uses the database for something else. */
function refuseLeftovers(error: unknown): never {
  if (!(error instanceof ConflictError)) throw error;
  throw new Error(
    `${error.message}: what an earlier load left, or your own. Load the demo into an empty database (another DATA_DIR).`,
    { cause: error },
  );
}
