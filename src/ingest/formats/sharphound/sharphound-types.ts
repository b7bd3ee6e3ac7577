import type { AdConverter } from './ad-object.js';
import {
  convertAiaCa,
  convertCertTemplate,
  convertIssuancePolicy,
  convertNtAuthStore,
  convertRootCa,
} from './certificate-stores.js';
import { convertComputer } from './computers.js';
import { convertContainer } from './containers.js';
import { convertDomain } from './domains.js';
import { convertEnterpriseCa } from './enterprise-cas.js';
import { convertGpo } from './gpos.js';
import { convertGroup } from './groups.js';
import { convertOu } from './ous.js';
import { convertSession } from './sessions.js';
import { convertUser } from './users.js';

/** What SharpHound writes as `meta.type`, and how its records are converted. Null: accepted, with nothing to convert. */
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
