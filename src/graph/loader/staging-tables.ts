/** SQL: makes the tables that the records of a payload are written to as they come. */
export const stagingTables = `
  CREATE TEMP TABLE stage_node (seq int, objectid text COLLATE "C", described boolean, kind_list int, props jsonb) ON COMMIT DROP;
  CREATE TEMP TABLE stage_edge (seq int, record int, kind_list int, flags smallint, said smallint, given smallint,
    props jsonb, source int, target int) ON COMMIT DROP;
  CREATE TEMP TABLE stage_end (no int, objectid text COLLATE "C", list int, match int) ON COMMIT DROP;
  CREATE TEMP TABLE stage_match (no int, pairs jsonb, kind text COLLATE "C",
    otherwise text COLLATE "C", otherwise_list int) ON COMMIT DROP;
  CREATE TEMP TABLE stage_owner (objectid text COLLATE "C", lists int, record int, digest uuid,
    is_described boolean, is_mentioned boolean) ON COMMIT DROP;
  CREATE TEMP TABLE stage_known (digest uuid) ON COMMIT DROP;
  CREATE TEMP TABLE stage_unnamed (digest uuid, objectid text COLLATE "C") ON COMMIT DROP`;

/** SQL: what the planner has to know of them. Values of properties would cost more than the rest, and nobody plans by them. */
export const analyzeStaging = `
  ANALYZE stage_node (objectid, described, kind_list); ANALYZE stage_edge (kind_list, props, source, target);
  ANALYZE stage_end; ANALYZE stage_match; ANALYZE stage_owner; ANALYZE stage_known;
  ANALYZE stage_unnamed`;
