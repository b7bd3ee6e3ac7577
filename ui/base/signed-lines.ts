export interface Credential {
  readonly id: string;
  /** The secret, in Base64. */
  readonly key: string;
}

/** Variables for the functions of `graphward.sh`, and a first call. */
export function shellLines({ id, key }: Credential, origin: string, target: string): string {
  return [
    `export GRAPHWARD_URL='${origin}' GRAPHWARD_TOKEN_ID='${id}' GRAPHWARD_TOKEN_KEY='${key}'`,
    '. scripts/graphward.sh',
    `gw_signed GET '${target}'`,
  ].join('\n');
}

/** A signed call by curl and openssl alone: the method with the target, the hour and the body are signed one after the other. */
export function curlLines({ id, key }: Credential, origin: string, target: string): string {
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
