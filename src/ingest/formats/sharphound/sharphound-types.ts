import type { AdConverter } from './ad-object.js';
import {
  convertAiaCa,
  convertCertTemplate,
  convertEnterpriseCa,
  convertIssuancePolicy,
  convertNtAuthStore,
  convertRootCa,
} from './certificate-services.js';
import { convertComputer, convertSession } from './computers.js';
import { convertGroup, convertUser } from './principals.js';
import { convertContainer, convertDomain, convertGpo, convertOu } from './structure.js';

/** The converter of each `meta.type` of SharpHound. Null: the type is accepted, but contains no data of the graph. */
export const sharpHoundTypes: ReadonlyMap<string, AdConverter | null> = new Map<string, AdConverter | null>([
  ['aiacas', convertAiaCa],
  ['certtemplates', convertCertTemplate],
  ['computers', convertComputer],
  ['containers', convertContainer],
  ['deleted', null],
  ['domains', convertDomain],
  ['enterprisecas', convertEnterpriseCa],
  ['gpos', convertGpo],
  ['groups', convertGroup],
  ['issuancepolicies', convertIssuancePolicy],
  ['localgroups', null],
  ['ntauthstores', convertNtAuthStore],
  ['ous', convertOu],
  ['rootcas', convertRootCa],
  ['sessions', convertSession],
  ['users', convertUser],
]);
