import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { derive, type DerivationRule } from './derivation-rule.js';

const principals = `'{${Kind.User}, ${Kind.Group}, ${Kind.Computer}}'::smallint[]`;
const interactive = `(${Kind.RemoteInteractiveLogonRight}, ${Kind.RemoteInteractiveLogonPrivilege})`;
const membership = `(${Kind.MemberOf}, ${Kind.MemberOfLocalGroup})`;

/** SQL: local groups by the end of their object id, with their computers. */
function localGroups(rid: number): string {
  return `(SELECT g.id AS local_group, c.id AS computer, c.props -> 'hasura' = 'true' AS has_user_rights
    FROM node g JOIN edge l ON l.source = g.id AND l.kind = ${Kind.LocalToComputer} JOIN node c ON c.id = l.target
    WHERE g.objectid LIKE '%-${rid}')`;
}

/** SQL: each direct member, of the kinds in `kinds`, of the local groups in `groups` holds `right` on the computer. */
function directMembers(right: number, groups: string, kinds = principals): string {
  return `${derive}
    SELECT m.source, ${right}, g.computer FROM ${groups} g
      JOIN edge m ON m.target = g.local_group AND m.kind = ${Kind.MemberOfLocalGroup}
      JOIN node p ON p.id = m.source AND p.kinds && ${kinds}`;
}

/** Local groups of remote desktop users for which user rights were collected; `open` = the group itself holds the right. */
const desktopGroups = `
  CREATE TEMP TABLE desktop_group ON COMMIT DROP AS
  SELECT g.*, EXISTS (
    SELECT FROM edge r WHERE r.source = g.local_group AND r.target = g.computer AND r.kind IN ${interactive}) AS open
  FROM ${localGroups(555)} g`;

/** Principals who hold the right, where the group does not: whether each counts depends on its membership. */
const holders = `
  CREATE TEMP TABLE desktop_holder ON COMMIT DROP AS
  SELECT DISTINCT g.computer, g.local_group, r.source AS holder FROM desktop_group g
    JOIN edge r ON r.target = g.computer AND r.kind IN ${interactive}
  WHERE g.has_user_rights AND NOT g.open`;

/** Everything below each holder and below each of the groups, once a root; not through local administrators. */
const expanded = `
  CREATE TEMP TABLE desktop_member ON COMMIT DROP AS
  WITH RECURSIVE below(root, id) AS (
    SELECT holder, holder FROM desktop_holder UNION SELECT local_group, local_group FROM desktop_holder
    UNION SELECT b.root, m.source FROM below b
      JOIN node n ON n.id = b.id AND n.objectid NOT LIKE '%-544'
      JOIN edge m ON m.target = b.id AND m.kind IN ${membership})
  SELECT root, id FROM below WHERE root <> id`;

const holdersInGroup = `${derive}
  SELECT h.holder, ${Kind.CanRDP}, h.computer FROM desktop_holder h
    JOIN desktop_member m ON m.root = h.local_group AND m.id = h.holder`;

const sharedMembers = `${derive}
  SELECT of_holder.id, ${Kind.CanRDP}, h.computer FROM desktop_holder h
    JOIN desktop_member of_holder ON of_holder.root = h.holder
    JOIN desktop_member of_group ON of_group.root = h.local_group AND of_group.id = of_holder.id
    JOIN node p ON p.id = of_holder.id AND p.kinds && ${principals}
  WHERE NOT EXISTS (SELECT FROM desktop_member m WHERE m.root = h.local_group AND m.id = h.holder)`;

/**
 * Rights on a computer out of membership in its local groups: administrators (544), remote desktop users (555), distributed COM
 * users (562), remote management users (580). Nested groups are not expanded: paths follow MemberOf. Where the right to log on by
 * remote desktop was collected too, the group is not enough: who is in it must hold the right as well, alone or by a group.
 */
export const localGroupRights: DerivationRule = {
  name: 'rights by local groups',
  statements: [
    directMembers(Kind.AdminTo, localGroups(544)),
    directMembers(Kind.CanPSRemote, localGroups(580)),
    directMembers(Kind.ExecuteDCOM, localGroups(562)),
    desktopGroups,
    directMembers(Kind.CanRDP, '(SELECT * FROM desktop_group WHERE has_user_rights IS NOT TRUE)'),
    directMembers(
      Kind.CanRDP,
      '(SELECT * FROM desktop_group WHERE has_user_rights AND open)',
      `'{${Kind.User}, ${Kind.Group}}'::smallint[]`,
    ),
    holders,
    expanded,
    'ANALYZE desktop_holder; ANALYZE desktop_member',
    holdersInGroup,
    sharedMembers,
  ],
};
