const sid = 'S-1-5-21-7-7-7';

/** Object ids of the collected estate. */
export const estate = {
  domain: sid,
  unit: '5B8D1A0F-0000-4000-8000-000000000001',
  alice: `${sid}-1104`,
  helpdesk: `${sid}-1105`,
  admins: `${sid}-512`,
  server: `${sid}-1001`,
} as const;

function member(ObjectIdentifier: string, ObjectType: string) {
  return { ObjectIdentifier, ObjectType };
}

function file(type: string, data: readonly object[]) {
  return { meta: { methods: 0, type, count: data.length, version: 6 }, data };
}

function properties(name: string, more: object = {}) {
  return { domain: 'ROWAN.LOCAL', name: `${name}@ROWAN.LOCAL`, domainsid: sid, ...more };
}

/** Completeness counts active objects only: users that logged in, computers that changed their password. */
const activeAt = 1_780_000_000;

const nobody = { Results: [], Collected: true, FailureReason: null };

/** Files of SharpHound: Alice is in the help desk, which administers a server and controls the admins of the domain. */
export const collectedFiles: readonly object[] = [
  file('domains', [
    {
      ObjectIdentifier: sid,
      Properties: { domain: 'ROWAN.LOCAL', name: 'ROWAN.LOCAL', domainsid: sid, collected: true },
      ChildObjects: [member(estate.unit, 'OU')],
      Trusts: [],
      Links: [],
      Aces: [],
    },
  ]),
  file('ous', [
    {
      ObjectIdentifier: estate.unit,
      Properties: properties('STAFF'),
      ChildObjects: [member(estate.alice, 'User'), member(estate.server, 'Computer')],
      Links: [],
      Aces: [],
    },
  ]),
  file('users', [
    {
      ObjectIdentifier: estate.alice,
      Properties: properties('ALICE', {
        distinguishedname: 'CN=ALICE,OU=STAFF,DC=ROWAN,DC=LOCAL',
        enabled: true,
        lastlogontimestamp: activeAt,
      }),
      PrimaryGroupSID: null,
      AllowedToDelegate: [],
      HasSIDHistory: [],
      SPNTargets: [],
      Aces: [],
    },
  ]),
  file('groups', [
    {
      ObjectIdentifier: estate.helpdesk,
      Properties: properties('HELPDESK'),
      Members: [member(estate.alice, 'User')],
      Aces: [],
    },
    {
      ObjectIdentifier: estate.admins,
      Properties: properties('DOMAIN ADMINS'),
      Members: [],
      Aces: [{ PrincipalSID: estate.helpdesk, PrincipalType: 'Group', RightName: 'AddMember', IsInherited: false }],
    },
  ]),
  file('computers', [
    {
      ObjectIdentifier: estate.server,
      Properties: {
        ...properties('SRV'),
        name: 'SRV.ROWAN.LOCAL',
        operatingsystem: 'Windows Server 2022',
        pwdlastset: activeAt,
        enabled: true,
      },
      PrimaryGroupSID: null,
      AllowedToDelegate: [],
      AllowedToAct: [],
      HasSIDHistory: [],
      Sessions: { ...nobody, Results: [{ UserSID: estate.alice, ComputerSID: estate.server }] },
      PrivilegedSessions: nobody,
      RegistrySessions: nobody,
      LocalGroups: [
        {
          ...nobody,
          ObjectIdentifier: `${estate.server}-544`,
          Name: 'ADMINISTRATORS@SRV.ROWAN.LOCAL',
          LocalNames: [],
          Results: [member(estate.helpdesk, 'Group')],
        },
      ],
      UserRights: [],
      Aces: [],
    },
  ]),
];
