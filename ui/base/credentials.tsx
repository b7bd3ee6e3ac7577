import { Modal } from './modal.js';
import { Copy } from './states.js';

interface CredentialsProps {
  readonly token: Credential;
  /** A target that the token may read, for the lines that use it. */
  readonly target: string;
  readonly onClose: () => void;
}

/** Shows a new token. Its key is in the memory of the page only, until the dialog closes. */
export function Credentials({ token, target, onClose }: CredentialsProps) {
  const shown = [
    ['Id', token.id],
    ['Key (secret)', token.key],
    ['For the functions of scripts/graphward.sh', shellLines(token, location.origin, target)],
    ['As a call by curl and openssl', curlLines(token, location.origin, target)],
  ] as const;
  return (
    // Escape must not lose what is shown once.
    <Modal label="The new token" isKept onClose={onClose}>
      {() => (
        <>
          <p>Its key is shown only now. Store it before you close this.</p>
          {shown.map(([name, text]) => (
            <div key={name} class="call">
              <h3>{name}</h3>
              <Copy text={text} />
            </div>
          ))}
          <form method="dialog" class="row">
            <button type="submit" class="main">
              I have stored it
            </button>
          </form>
        </>
      )}
    </Modal>
  );
}

interface Credential {
  readonly id: string;
  /** The secret, in Base64. */
  readonly key: string;
}

/** Variables for the functions of `graphward.sh`, and a first call. */
function shellLines({ id, key }: Credential, origin: string, target: string): string {
  return [
    `export GRAPHWARD_URL='${origin}' GRAPHWARD_TOKEN_ID='${id}' GRAPHWARD_TOKEN_KEY='${key}'`,
    '. scripts/graphward.sh',
    `gw_signed GET '${target}'`,
  ].join('\n');
}

/** A signed call by curl and openssl alone: the method with the target, the hour and the body are signed one after the other. */
function curlLines({ id, key }: Credential, origin: string, target: string): string {
  return [
    `ID='${id}' KEY='${key}' DATE=$(date -u +%Y-%m-%dT%H:%M:%SZ)`,
    `hmac() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -hex | sed 's/.*= *//'; }`,
    `HEX=$(printf %s "$KEY" | od -An -v -tx1 | tr -d ' \\n')`,
    `HEX=$(printf %s 'GET${target}' | hmac "$HEX")`,
    `HEX=$(printf %.13s "$DATE" | hmac "$HEX")`,
    `SIGNATURE=$(printf '' | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$HEX" -binary | openssl base64 -A)`,
    `curl -s -H "Authorization: svcsignature $ID" -H "RequestDate: $DATE" -H "Signature: $SIGNATURE" '${origin}${target}'`,
  ].join('\n');
}
