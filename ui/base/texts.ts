import { number } from './format.js';

/** Texts that all screens share. */
export const texts = {
  loading: 'Loading',
  found: (count: number) => (count === 0 ? 'No object' : `${number(count)} found`),
  tierZero: 'Tier zero',
  owned: 'Owned',
  disabled: 'Disabled',
  environment: 'Environment',
  any: 'Any',
  only: 'Only',
  without: 'Without',
  again: 'Try again',
  requestId: 'Request',
  copy: 'Copy',
  cancel: 'Cancel',
  choose: 'Choose …',
  never: 'Never',
  yes: 'Yes',
  no: 'No',
  true: 'yes',
  false: 'no',
  none: 'none',
  neverIn: 'never',
  remove: (name: string) => `Remove ${name}`,
  newToken: 'The new token',
  tokenNote: 'Its key is shown only now. Store it before you close this.',
  tokenId: 'Id',
  tokenKey: 'Key (secret)',
  asShell: 'For the functions of scripts/graphward.sh',
  asCurl: 'As a call by curl and openssl',
  tokenStored: 'I have stored it',
  waits: (seconds: number) => `The service is busy. It is asked again in ${seconds} s.`,
  role: (role: string) => `Your role is ${role}. An administrator can give you another one.`,
  failed: (status: number) =>
    ({ 0: 'No answer', 403: 'Not permitted', 404: 'Not found', 429: 'Too many requests' })[status] ??
    `The call failed (${status})`,
} as const;
