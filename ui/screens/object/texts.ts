import { counted, day, number } from '../../base/format.js';

const dangers: Readonly<Record<string, string>> & { readonly pwdlastset: string } = {
  hasspn: 'Everyone in the domain can get a ticket and guess the password offline (Kerberoasting).',
  dontreqpreauth: 'Everyone can get an encrypted part and guess the password offline (AS-REP roasting).',
  unconstraineddelegation: 'It keeps the tickets of all who log on to it.',
  passwordnotreqd: 'The password may be empty.',
  trustedtoauth: 'It can act as any user for some services.',
  pwdneverexpires: 'The password never has to change.',
  pwdlastset: 'The password is older than a year.',
};

export const texts = {
  tierZero: 'Tier zero',
  owned: 'Owned',
  disabled: 'Disabled',
  copyId: 'Copy id',
  toTierZero: 'Paths to tier zero',
  toHere: 'Paths to here',
  fromHere: 'Paths from here',
  exposure: 'Exposure',
  markOwned: 'Mark owned',
  addToTierZero: 'Add to tier zero',
  added: (group: string) => `It is in ${group} after the next analysis.`,
  askReach: 'How far does control reach?',
  reach: (count: number, tierZero: number, controllers: number) =>
    `It reaches ${counted(count, 'object')}, ${number(tierZero)} of them tier zero. ${counted(controllers, 'object')} ${controllers === 1 ? 'controls' : 'control'} it.`,
  lists: 'Lists',
  listOf: (list: string, name: string) => `${list} of ${name}`,
  emptyLists: (count: number) => counted(count, 'empty list'),
  noLists: 'Choose a list to see its objects.',
  emptyList: (list: string, name: string, seen: string | undefined) =>
    `${name} has no ${list}${seen === undefined ? '' : ` in the data that was last seen on ${day(seen)}`}.`,
  depth: 'Through groups',
  anyDepth: 'Included',
  direct: 'Only direct ones',
  asPicture: 'Show as picture',
  asTable: 'Show as table',
  cutPicture: (count: number) => `The picture is cut: it has ${counted(count, 'object')}, the nearest first.`,
  properties: 'Properties',
  groups: {
    identity: 'Identity',
    account: 'Account',
    delegation: 'Delegation',
    times: 'Times',
    system: 'System',
  },
  dangers,
  unknown: (id: string) => `There is no object with the id ${id}`,
  unknownNote: 'It may have expired with its data, or the address is not complete.',
} as const;
