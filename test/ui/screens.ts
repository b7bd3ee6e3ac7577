const DOMAIN = 'S-1-5-21-3856858773-231016774-2279787834';
const BJORN = `${DOMAIN}-1474`;

/** An address of a screen, and what is shown there. */
export interface ScreenRow {
  readonly path: string;
  /** The h1 for the administrator of the sample estate. */
  readonly heading: string | RegExp;
  /** Whether the role `read_only` lacks the permission. */
  readonly isRefused?: boolean;
  readonly isEnterprise?: boolean;
}

/** All screens. A new screen is a row here; page.ui-spec.ts says how each row is tested. */
export const screens: readonly ScreenRow[] = [
  { path: '/', heading: 'Find' },
  { path: '/?query=bjorn', heading: 'Objects called “bjorn”' },
  { path: '/?query=nobody-has-this-name', heading: 'Objects called “nobody-has-this-name”' },
  { path: '/?type=User&where=hasspn:true&props=pwdlastset,description&sort_by=props.pwdlastset', heading: 'Objects' },
  { path: `/o/${BJORN}`, heading: 'BJORN.BRUUN@HALDEN.EXAMPLE' },
  { path: `/o/${BJORN}?list=controllables&where=enabled:true&props=enabled`, heading: 'BJORN.BRUUN@HALDEN.EXAMPLE' },
  { path: `/o/${BJORN}?list=admin-rights&type=graph`, heading: 'BJORN.BRUUN@HALDEN.EXAMPLE' },
  { path: '/o/S-1-0', heading: 'There is no object with the id S-1-0' },
  { path: `/explore?node=${BJORN}`, heading: 'Explore' },
  { path: '/explore', heading: 'Explore' },
  { path: '/paths?start_kind=User&max_nodes=10000', heading: 'Paths' },
  { path: `/paths?start_node=${BJORN}&edge=${DOMAIN}-1107,${DOMAIN},ADCSESC1`, heading: 'Paths' },
  { path: `/paths?start_node=${BJORN}&exclude_node=${DOMAIN}-1107&longer=true`, heading: 'Paths' },
  { path: `/exposure?exclude_node=${DOMAIN}-1107`, heading: 'Exposure' },
  {
    path: '/reachable?kind=User&exclude_where=enabled:false&where=hasspn:true',
    heading: 'Objects that reach tier zero',
  },
  { path: '/edges?end_kind=Domain&relationship_kinds=in:DCSync', heading: 'Edges' },
  { path: '/ranking', heading: 'Ranking' },
  { path: '/ranking?by=only_through', heading: 'Ranking' },
  { path: '/plan?until=100', heading: 'Plan' },
  { path: '/plans', heading: 'Kept plans' },
  { path: `/plan?cuts=${DOMAIN}-1107,ADCSESC1,${DOMAIN}`, heading: 'Plan' },
  { path: '/reports', heading: 'Reports', isRefused: true },
  { path: '/tags/1', heading: 'Admin Tier Zero' },
  { path: '/questions?question=laps-readers', heading: 'Questions' },
  { path: '/cypher?q=MATCH (u:User)-[:MemberOf]->(g) RETURN u, g LIMIT 20', heading: 'Query the graph' },
  { path: '/findings', heading: 'Findings', isEnterprise: true },
  { path: '/findings/T0ADCSESC1', heading: 'ADCSESC1 from outside into tier zero', isEnterprise: true },
  { path: '/posture', heading: 'Posture', isEnterprise: true },
  { path: '/jobs', heading: 'Jobs', isEnterprise: true, isRefused: true },
  { path: '/clients', heading: 'Clients', isEnterprise: true, isRefused: true },
  { path: '/events/1', heading: /\S/, isEnterprise: true, isRefused: true },
  { path: '/accounts', heading: 'Accounts', isRefused: true },
  { path: '/tokens', heading: 'API tokens' },
  { path: '/providers', heading: 'Identity providers', isRefused: true },
  { path: '/alerts', heading: 'Alerts', isRefused: true },
  { path: '/audit', heading: 'Audit log', isRefused: true },
  { path: '/me', heading: 'Your account' },
  { path: '/device', heading: 'Log in on the command line' },
  { path: '/data/uploads', heading: 'Uploads', isRefused: true },
  { path: `/data/quality/${DOMAIN}`, heading: 'Data quality of HALDEN.EXAMPLE' },
  { path: '/changes', heading: 'Changes' },
  { path: '/new-ways', heading: 'New ways to tier zero' },
  { path: '/data/analysis', heading: 'Analysis' },
  { path: '/nothing/here', heading: 'This address shows nothing' },
];
