import { fault, type Fault } from '../../../base/errors.js';
import type { OutwardDoor } from '../../../base/outwards/outward-door.js';

/** Segments of issuers that stand for several tenants: anybody with an account somewhere could log in. */
const ofSeveralTenants = /\/(?:common|organizations|consumers|\{tenant(?:id)?\})(?:\/|$)/i;

/** Why an issuer is not accepted. Its discovery document is compared at each login. */
export function issuerFault(issuer: string, door: OutwardDoor): Fault | undefined {
  const problem = problemOf(issuer, door);
  if (problem === undefined) return undefined;
  return fault(
    'body.invalid_value',
    'body.issuer',
    `${JSON.stringify(issuer.slice(0, 200))} is not valid: it ${problem}`,
  );
}

function problemOf(issuer: string, door: OutwardDoor): string | undefined {
  const address = door.faultOf(issuer);
  if (address !== undefined) return address;
  const { search, hash } = new URL(issuer);
  if (search || hash) return 'has a query or a fragment';
  if (ofSeveralTenants.test(decoded(issuer))) return 'stands for several tenants; it takes the issuer of one tenant';
  return undefined;
}

/** Without percent signs, by which a segment can be written differently. */
function decoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
