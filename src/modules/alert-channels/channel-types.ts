import { fault, type Fault } from '../../base/errors.js';

export const channelTypes = ['webhook', 'email', 'syslog'] as const;
export type ChannelType = (typeof channelTypes)[number];

/** The members of a request that a type has; those with `!` are required. */
const members: Readonly<Record<ChannelType, readonly string[]>> = {
  webhook: ['url!', 'headers', 'format'],
  email: ['addresses!'],
  syslog: ['url!'],
};

const special = ['url', 'headers', 'format', 'addresses'] as const;

type Given = Readonly<Partial<Record<(typeof special)[number], unknown>>>;

/** The faults of members that are those of another type. @param isNew whether required ones have to be given */
export function memberFaults(type: ChannelType, given: Given, isNew: boolean): Fault[] {
  const names = special.filter((name) => given[name] !== undefined);
  const allowed = members[type].map((it) => it.replace('!', ''));
  const missing = isNew ? special.filter((name) => members[type].includes(`${name}!`) && !names.includes(name)) : [];
  return [
    ...names
      .filter((name) => !allowed.includes(name))
      .map((name) => fault('body.invalid_value', `body.${name}`, `is not for the type ${type}`)),
    ...missing.map((name) => fault('body.invalid_value', `body.${name}`, `the type ${type} needs it`)),
  ];
}
