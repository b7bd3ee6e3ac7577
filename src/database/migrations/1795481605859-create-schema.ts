import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema, dropFunctions, prepareView } from './create-schema-sql.js';

/** The first schema, generated from the entities by `npm run migration:generate`; create-schema-sql.ts has the rest. */
export class CreateSchema1795481605859 implements MigrationInterface {
  readonly name = 'CreateSchema1795481605859';

  async up(queryRunner: QueryRunner): Promise<void> {
    await prepareView(queryRunner);
    await queryRunner.query(tables);
    await queryRunner.query(`CREATE VIEW "edge" AS ${edges}`);
    await queryRunner.query(
      `INSERT INTO "typeorm_metadata"("schema", "type", "name", "value") VALUES ('public', 'VIEW', 'edge', $1)`,
      [edges],
    );
    await completeSchema(queryRunner);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const names = [...tables.matchAll(/CREATE TABLE (\S+)/g)].map(([, name]) => name);
    await queryRunner.query(`DROP VIEW "edge"; DROP TABLE ${names.join(', ')}`);
    await dropFunctions(queryRunner);
  }
}

/** Every edge once (EdgeEntity). TypeORM compares this text, spaces included. */
const edges = `SELECT e.source, e.kind, e.target, bit_or(e.flags)::smallint AS flags, merge_props(e.details ORDER BY e.origin, e.list) AS details
    FROM (
      SELECT CASE WHEN l.list IN (100, 104, 116, 144, 150, 151, 152, 167, 204, 211, 32767) THEN l.owner ELSE p.peer END AS source,
        coalesce(p.kind, CASE l.list WHEN 32767 THEN 1 ELSE l.list END)::smallint AS kind,
        CASE WHEN l.list IN (100, 104, 116, 144, 150, 151, 152, 167, 204, 211, 32767) THEN p.peer ELSE l.owner END AS target,
        coalesce(p.flags, 0)
          | CASE l.list WHEN 0 THEN 4 WHEN 32767 THEN 16 ELSE 0 END
          | CASE l.origin WHEN 0 THEN 64 WHEN 2 THEN 2 ELSE 1 END
          AS flags,
        l.details -> (p.place - 1)::text AS details, l.origin, l.list
      FROM edge_list l JOIN node o ON o.id = l.owner
        CROSS JOIN LATERAL unnest(l.peers, l.kinds, l.flags) WITH ORDINALITY AS p(peer, kind, flags, place)
        JOIN node n ON n.id = p.peer) e
    GROUP BY e.source, e.kind, e.target`;

const tables = `
  CREATE TABLE "data_quality_domain" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "deleted_at" TIMESTAMP(3) WITH TIME ZONE,
      "run_id" uuid NOT NULL,
      "users" integer NOT NULL,
      "groups" integer NOT NULL,
      "relationships" integer NOT NULL,
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "domainsid" text COLLATE "C" NOT NULL,
      "computers" integer NOT NULL,
      "ous" integer NOT NULL,
      "containers" integer NOT NULL,
      "gpos" integer NOT NULL,
      "aiacas" integer NOT NULL,
      "rootcas" integer NOT NULL,
      "enterprisecas" integer NOT NULL,
      "ntauthstores" integer NOT NULL,
      "certtemplates" integer NOT NULL,
      "issuancepolicies" integer NOT NULL,
      "acls" integer NOT NULL,
      "sessions" integer NOT NULL,
      "session_completeness" double precision NOT NULL,
      "local_group_completeness" double precision NOT NULL,
      CONSTRAINT "data_quality_domain_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "data_quality_domain_domainsid_created_at" ON "data_quality_domain" ("domainsid", "created_at", "id");
  CREATE TABLE "data_quality_tenant" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "deleted_at" TIMESTAMP(3) WITH TIME ZONE,
      "run_id" uuid NOT NULL,
      "users" integer NOT NULL,
      "groups" integer NOT NULL,
      "relationships" integer NOT NULL,
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "tenantid" text COLLATE "C" NOT NULL,
      "apps" integer NOT NULL,
      "service_principals" integer NOT NULL,
      "devices" integer NOT NULL,
      "management_groups" integer NOT NULL,
      "subscriptions" integer NOT NULL,
      "resource_groups" integer NOT NULL,
      "vms" integer NOT NULL,
      "key_vaults" integer NOT NULL,
      CONSTRAINT "data_quality_tenant_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "data_quality_tenant_tenantid_created_at" ON "data_quality_tenant" ("tenantid", "created_at", "id");
  CREATE TABLE "finding_count" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "deleted_at" TIMESTAMP(3) WITH TIME ZONE,
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "run_id" uuid NOT NULL,
      "environment" text COLLATE "C" NOT NULL,
      "asset_group_tag_id" integer NOT NULL,
      "finding" text COLLATE "C" NOT NULL,
      "finding_count" integer NOT NULL,
      "impacted_asset_count" integer NOT NULL,
      "exposure_count" integer NOT NULL,
      "impact_count" integer NOT NULL,
      "composite_risk" double precision NOT NULL,
      "added" integer NOT NULL,
      "archived" integer NOT NULL,
      CONSTRAINT "finding_count_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "finding_count_created_at" ON "finding_count" ("created_at");
  CREATE INDEX "finding_count_environment" ON "finding_count" ("environment", "finding", "created_at");
  CREATE INDEX "finding_count_run" ON "finding_count" ("run_id");
  CREATE TABLE "finding" (
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "finding" text COLLATE "C" NOT NULL,
      "source" text COLLATE "C" NOT NULL,
      "source_kind" text NOT NULL,
      "source_name" text NOT NULL,
      "target" text COLLATE "C" NOT NULL,
      "target_kind" text NOT NULL,
      "target_name" text NOT NULL,
      "environment" text COLLATE "C" NOT NULL,
      "asset_group_tag_id" integer NOT NULL,
      "exposure_count" integer NOT NULL,
      "exposure_share" double precision NOT NULL,
      "impact_count" integer NOT NULL,
      "impact_share" double precision NOT NULL,
      "risk" double precision NOT NULL,
      "severity" text NOT NULL,
      "first_run_id" uuid NOT NULL,
      "first_seen" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "run_id" uuid NOT NULL,
      "last_seen" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "resolved_at" TIMESTAMP(3) WITH TIME ZONE,
      "accepted_until" TIMESTAMP(3) WITH TIME ZONE,
      "accepted_by" text,
      "accept_reason" text NOT NULL DEFAULT '',
      CONSTRAINT "finding_key" UNIQUE ("finding", "source", "target"),
      CONSTRAINT "finding_acceptance_check" CHECK ((accepted_until IS NULL) = (accepted_by IS NULL)),
      CONSTRAINT "finding_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "finding_environment" ON "finding" ("environment", "finding");
  CREATE TABLE "posture_stat" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "deleted_at" TIMESTAMP(3) WITH TIME ZONE,
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "run_id" uuid NOT NULL,
      "domain_sid" text COLLATE "C" NOT NULL,
      "asset_group_tag_id" integer NOT NULL,
      "exposure_index" double precision NOT NULL,
      "tier_zero_count" integer NOT NULL,
      "critical_risk_count" integer NOT NULL,
      CONSTRAINT "posture_stat_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "posture_stat_created_at" ON "posture_stat" ("created_at");
  CREATE INDEX "posture_stat_run" ON "posture_stat" ("run_id");
  CREATE TABLE "analysis_run" (
      "id" uuid NOT NULL,
      "status" text NOT NULL,
      "requested_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "requested_by" text NOT NULL,
      "started_at" TIMESTAMP(3) WITH TIME ZONE,
      "finished_at" TIMESTAMP(3) WITH TIME ZONE,
      "stage" smallint NOT NULL DEFAULT '0',
      "failures" smallint NOT NULL DEFAULT '0',
      "begun" smallint NOT NULL DEFAULT '0',
      "graph_version" bigint,
      "summary" jsonb,
      "reason" text,
      CONSTRAINT "analysis_run_finished_check" CHECK (
          (status IN ('complete', 'failed')) = (finished_at IS NOT NULL)
      ),
      CONSTRAINT "analysis_run_status_check" CHECK (
          status IN ('waiting', 'running', 'complete', 'failed')
      ),
      CONSTRAINT "analysis_run_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "analysis_run_finished_at" ON "analysis_run" ("finished_at");
  CREATE INDEX "analysis_run_running" ON "analysis_run" ("status")
  WHERE (status = 'running'::text);
  CREATE UNIQUE INDEX "analysis_run_waiting" ON "analysis_run" ("status")
  WHERE (status = 'waiting'::text);
  CREATE TABLE "selected_node" (
      "selector_id" integer NOT NULL,
      "node_id" integer NOT NULL,
      "source" smallint NOT NULL,
      CONSTRAINT "selected_node_pkey" PRIMARY KEY ("selector_id", "node_id")
  );
  CREATE INDEX "selected_node_node" ON "selected_node" ("node_id");
  CREATE TABLE "audit_log" (
      "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
      "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "account_id" uuid,
      "account_name" text NOT NULL,
      "action" text NOT NULL,
      "resource" text NOT NULL,
      "outcome" text NOT NULL,
      "details" jsonb NOT NULL DEFAULT '{}',
      "request_id" uuid,
      CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "audit_log_at" ON "audit_log" ("at");
  CREATE TABLE "account" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "id" uuid NOT NULL,
      "name" text NOT NULL,
      "email" text,
      "role" text NOT NULL,
      "first_name" text,
      "last_name" text,
      "password_hash" text,
      "password_expired" boolean NOT NULL DEFAULT false,
      "is_disabled" boolean NOT NULL DEFAULT false,
      "last_login" TIMESTAMP(3) WITH TIME ZONE,
      CONSTRAINT "account_role" CHECK (
          role IN (
              'administrator',
              'power_user',
              'user',
              'auditor',
              'read_only',
              'upload_only'
          )
      ),
      CONSTRAINT "account_pkey" PRIMARY KEY ("id")
  );
  CREATE TABLE "session" (
      "id" uuid NOT NULL,
      "account_id" uuid NOT NULL,
      "kind" text NOT NULL,
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "ended_at" TIMESTAMP(3) WITH TIME ZONE,
      CONSTRAINT "session_kind" CHECK (kind IN ('bearer', 'cookie')),
      CONSTRAINT "session_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "session_expires_at" ON "session" ("expires_at");
  CREATE INDEX "session_account" ON "session" ("account_id");
  CREATE TABLE "api_token" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "id" uuid NOT NULL,
      "account_id" uuid,
      "client_id" uuid,
      "name" text NOT NULL,
      "key_encrypted" bytea NOT NULL,
      "expires_at" TIMESTAMP(3) WITH TIME ZONE,
      "last_access" TIMESTAMP(3) WITH TIME ZONE,
      CONSTRAINT "api_token_owner_check" CHECK (num_nonnulls(account_id, client_id) = 1),
      CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
  );
  CREATE UNIQUE INDEX "api_token_client" ON "api_token" ("client_id");
  CREATE INDEX "api_token_account" ON "api_token" ("account_id");
  CREATE TABLE "token_proof" (
      "token_id" uuid NOT NULL,
      "address" text NOT NULL,
      "proven_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "token_proof_pkey" PRIMARY KEY ("token_id", "address")
  );
  CREATE INDEX "token_proof_proven_at" ON "token_proof" ("proven_at");
  CREATE TABLE "collector_record" (
      "id" integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
      "owner" integer NOT NULL,
      "type" text COLLATE "C" NOT NULL,
      "digest" uuid,
      "seen" date NOT NULL,
      "renewable" boolean NOT NULL,
      "counts" integer array NOT NULL,
      CONSTRAINT "collector_record_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "collector_record_digest" ON "collector_record" ("digest")
  WHERE (digest IS NOT NULL);
  CREATE UNIQUE INDEX "collector_record_owner" ON "collector_record" ("owner", "type");
  CREATE TABLE "node_days" (
      "block" integer NOT NULL,
      "days" smallint array NOT NULL,
      CONSTRAINT "node_days_of_block" CHECK (cardinality(days) = 512),
      CONSTRAINT "node_days_pkey" PRIMARY KEY ("block")
  );
  CREATE TABLE "record_days" (
      "block" integer NOT NULL,
      "days" smallint array NOT NULL,
      CONSTRAINT "record_days_of_block" CHECK (cardinality(days) = 512),
      CONSTRAINT "record_days_pkey" PRIMARY KEY ("block")
  );
  CREATE TABLE "edge_list" (
      "owner" integer NOT NULL,
      "list" smallint NOT NULL,
      "origin" smallint NOT NULL,
      "peers" integer array NOT NULL,
      "kinds" smallint array,
      "flags" smallint array,
      "days" smallint array,
      "details" jsonb,
      "record" integer,
      CONSTRAINT "edge_list_pkey" PRIMARY KEY ("owner", "list", "origin")
  );
  CREATE INDEX "edge_list_resolved" ON "edge_list" ("owner")
  WHERE (origin = 3);
  CREATE TABLE "graph_change" (
      "version" bigint NOT NULL,
      "owners" integer array,
      "nodes" integer array,
      CONSTRAINT "graph_change_pkey" PRIMARY KEY ("version")
  );
  CREATE TABLE "change_log" (
      "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
      "version" bigint NOT NULL,
      "logged_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "reason" text,
      "came" integer NOT NULL,
      "sources" integer array NOT NULL,
      "kinds" smallint array NOT NULL,
      "targets" integer array NOT NULL,
      "described" integer array,
      "former" jsonb,
      "removed" jsonb,
      "tier_zero" integer array,
      CONSTRAINT "change_log_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "change_log_version" ON "change_log" ("version");
  CREATE TABLE "graph_state" (
      "one" boolean NOT NULL DEFAULT true,
      "version" bigint NOT NULL,
      "kinds_version" bigint NOT NULL DEFAULT '0',
      "logged_since" bigint,
      "log_begun_by" text NOT NULL DEFAULT 'analysis',
      CONSTRAINT "graph_state_one_row" CHECK (one),
      CONSTRAINT "graph_state_pkey" PRIMARY KEY ("one")
  );
  CREATE TABLE "open_edge" (
      "id" uuid NOT NULL,
      "source" jsonb NOT NULL,
      "kind" text COLLATE "C" NOT NULL,
      "target" jsonb NOT NULL,
      "properties" jsonb NOT NULL,
      "seen" date NOT NULL,
      CONSTRAINT "open_edge_pkey" PRIMARY KEY ("id")
  );
  CREATE TABLE "kind" (
      "id" smallint NOT NULL,
      "name" text COLLATE "C" NOT NULL,
      "carrier" boolean NOT NULL DEFAULT false,
      "traversable" boolean NOT NULL DEFAULT false,
      "upload_id" integer,
      "sender" text,
      CONSTRAINT "kind_pkey" PRIMARY KEY ("id")
  );
  CREATE UNIQUE INDEX "kind_name" ON "kind" ("name");
  CREATE TABLE "node" (
      "id" integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
      "objectid" text COLLATE "C" NOT NULL,
      "kind" smallint NOT NULL,
      "kinds" smallint array NOT NULL,
      "name" text COLLATE "C" NOT NULL,
      "environment" text COLLATE "C",
      "described" boolean NOT NULL,
      "last_seen" date NOT NULL,
      "props" jsonb NOT NULL DEFAULT '{}',
      "record" integer,
      CONSTRAINT "node_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "node_kind" ON "node" ("kind")
  WHERE (kind = ANY (ARRAY[6, 7, 12, 13, 14, 15, 16, 17, 30]));
  CREATE UNIQUE INDEX "node_objectid" ON "node" ("objectid");
  CREATE TABLE "upload" (
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "kind" text NOT NULL DEFAULT 'upload',
      "account_id" uuid,
      "account_name" text NOT NULL,
      "status" text NOT NULL,
      "status_message" text NOT NULL DEFAULT '',
      "timeout_reason" text,
      "started_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "last_activity_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "ended_at" TIMESTAMP(3) WITH TIME ZONE,
      "finished_at" TIMESTAMP(3) WITH TIME ZONE,
      "analysis_run_id" uuid,
      CONSTRAINT "upload_ended_check" CHECK ((status = 'running') = (ended_at IS NULL)),
      CONSTRAINT "upload_finished_check" CHECK (
          (status IN ('running', 'ingesting', 'analyzing')) = (finished_at IS NULL)
      ),
      CONSTRAINT "upload_kind_check" CHECK (kind IN ('upload', 'collection')),
      CONSTRAINT "upload_status_check" CHECK (
          status IN (
              'running',
              'ingesting',
              'analyzing',
              'complete',
              'partially_complete',
              'failed',
              'timed_out'
          )
      ),
      CONSTRAINT "upload_pkey" PRIMARY KEY ("id")
  );
  CREATE TABLE "upload_file" (
      "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
      "upload_id" integer NOT NULL,
      "name" text NOT NULL,
      "media" text NOT NULL,
      "spool_key" text,
      "size" bigint NOT NULL,
      "sha256" text NOT NULL,
      "status" text NOT NULL,
      "reason" text,
      "attempts" integer NOT NULL DEFAULT '0',
      "failures" integer NOT NULL DEFAULT '0',
      "interruptions" integer NOT NULL DEFAULT '0',
      "bytes_done" bigint NOT NULL DEFAULT '0',
      "bytes_total" bigint,
      "received_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "started_at" TIMESTAMP(3) WITH TIME ZONE,
      "finished_at" TIMESTAMP(3) WITH TIME ZONE,
      CONSTRAINT "upload_file_spooled_check" CHECK (
          (status IN ('queued', 'reading')) = (spool_key IS NOT NULL)
      ),
      CONSTRAINT "upload_file_finished_check" CHECK (
          (status IN ('queued', 'reading')) = (finished_at IS NULL)
      ),
      CONSTRAINT "upload_file_status_check" CHECK (
          status IN (
              'queued',
              'reading',
              'complete',
              'incomplete',
              'failed'
          )
      ),
      CONSTRAINT "upload_file_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "upload_file_upload" ON "upload_file" ("upload_id", "sha256");
  CREATE TABLE "upload_payload" (
      "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
      "file_id" bigint NOT NULL,
      "path" text,
      "status" text NOT NULL,
      "format" text,
      "type" text,
      "records" integer NOT NULL,
      "nodes" jsonb NOT NULL,
      "edges" jsonb NOT NULL,
      "ignored" jsonb NOT NULL,
      "environments" jsonb NOT NULL DEFAULT '{}',
      "changes" jsonb,
      "fault_count" integer NOT NULL,
      "faults" jsonb NOT NULL,
      CONSTRAINT "upload_payload_status_check" CHECK (status IN ('complete', 'incomplete', 'failed')),
      CONSTRAINT "upload_payload_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "upload_payload_file" ON "upload_payload" ("file_id");
  CREATE TABLE "asset_group" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "name" text NOT NULL,
      "tag" text NOT NULL,
      "description" text NOT NULL DEFAULT '',
      "type" smallint NOT NULL DEFAULT '2',
      "position" integer,
      "glyph" text,
      "system_group" boolean NOT NULL DEFAULT false,
      "selectors_version" integer NOT NULL DEFAULT '0',
      "created_by" text NOT NULL DEFAULT 'SYSTEM',
      "updated_by" text NOT NULL DEFAULT 'SYSTEM',
      CONSTRAINT "asset_group_position_check" CHECK ((type = 1) = (position IS NOT NULL)),
      CONSTRAINT "asset_group_tag_key" UNIQUE ("tag"),
      CONSTRAINT "asset_group_name_key" UNIQUE ("name"),
      CONSTRAINT "asset_group_pkey" PRIMARY KEY ("id")
  );
  CREATE TABLE "asset_group_selector" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "asset_group_id" integer NOT NULL,
      "name" text NOT NULL,
      "description" text NOT NULL DEFAULT '',
      "auto_certify" smallint NOT NULL DEFAULT '0',
      "queries" text array NOT NULL DEFAULT '{}',
      "system_selector" boolean NOT NULL DEFAULT false,
      "allow_disable" boolean NOT NULL DEFAULT true,
      "disabled_at" TIMESTAMP(3) WITH TIME ZONE,
      "disabled_by" text,
      "created_by" text NOT NULL DEFAULT 'SYSTEM',
      "updated_by" text NOT NULL DEFAULT 'SYSTEM',
      CONSTRAINT "asset_group_selector_name_key" UNIQUE ("asset_group_id", "name"),
      CONSTRAINT "asset_group_selector_pkey" PRIMARY KEY ("id")
  );
  CREATE TABLE "asset_group_seed" (
      "selector_id" integer NOT NULL,
      "object_id" text COLLATE "C" NOT NULL,
      CONSTRAINT "asset_group_seed_pkey" PRIMARY KEY ("selector_id", "object_id")
  );
  CREATE INDEX "asset_group_seed_object" ON "asset_group_seed" ("object_id");
  CREATE TABLE "client" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "deleted_at" TIMESTAMP(3) WITH TIME ZONE,
      "id" uuid NOT NULL,
      "name" text NOT NULL,
      "type" text NOT NULL,
      "domain_controller" text NOT NULL,
      "version" text,
      "hostname" text,
      "address" text,
      "username" text,
      "user_sid" text,
      "last_checkin" TIMESTAMP(3) WITH TIME ZONE,
      CONSTRAINT "client_type_check" CHECK (type IN ('directory', 'cloud', 'opengraph')),
      CONSTRAINT "client_pkey" PRIMARY KEY ("id")
  );
  CREATE TABLE "custom_node" (
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "kind_name" text COLLATE "C" NOT NULL,
      "icon_type" text NOT NULL,
      "icon_name" text NOT NULL,
      "icon_color" text NOT NULL,
      CONSTRAINT "custom_node_kind_name_key" UNIQUE ("kind_name"),
      CONSTRAINT "custom_node_pkey" PRIMARY KEY ("id")
  );
  CREATE TABLE "event" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "deleted_at" TIMESTAMP(3) WITH TIME ZONE,
      "session_collection" boolean NOT NULL,
      "local_group_collection" boolean NOT NULL,
      "ad_structure_collection" boolean NOT NULL,
      "cert_services_collection" boolean NOT NULL,
      "ca_registry_collection" boolean NOT NULL,
      "dc_registry_collection" boolean NOT NULL,
      "all_trusted_domains" boolean NOT NULL,
      "ous" text array NOT NULL,
      "domains" text array NOT NULL,
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "client_id" uuid NOT NULL,
      "title" text NOT NULL DEFAULT '',
      "rrule" text NOT NULL,
      "next_scheduled_at" TIMESTAMP(3) WITH TIME ZONE,
      CONSTRAINT "event_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "event_next_scheduled_at" ON "event" ("next_scheduled_at");
  CREATE INDEX "event_client" ON "event" ("client_id");
  CREATE TABLE "job" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "deleted_at" TIMESTAMP(3) WITH TIME ZONE,
      "session_collection" boolean NOT NULL,
      "local_group_collection" boolean NOT NULL,
      "ad_structure_collection" boolean NOT NULL,
      "cert_services_collection" boolean NOT NULL,
      "ca_registry_collection" boolean NOT NULL,
      "dc_registry_collection" boolean NOT NULL,
      "all_trusted_domains" boolean NOT NULL,
      "ous" text array NOT NULL,
      "domains" text array NOT NULL,
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "client_id" uuid NOT NULL,
      "client_name" text NOT NULL,
      "event_id" integer,
      "event_title" text,
      "occurrence" TIMESTAMP(3) WITH TIME ZONE,
      "execution_time" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "start_time" TIMESTAMP(3) WITH TIME ZONE,
      "end_time" TIMESTAMP(3) WITH TIME ZONE,
      "last_heartbeat_at" TIMESTAMP(3) WITH TIME ZONE,
      "last_ingest" TIMESTAMP(3) WITH TIME ZONE,
      "upload_id" integer,
      "status" text NOT NULL,
      "status_message" text NOT NULL,
      "log_path" text,
      "domain_controller" text NOT NULL,
      CONSTRAINT "job_ended_check" CHECK (
          status IN ('ready', 'running')
          OR (
              start_time IS NOT NULL
              AND end_time IS NOT NULL
          )
      ),
      CONSTRAINT "job_span_check" CHECK (end_time >= start_time),
      CONSTRAINT "job_status_check" CHECK (
          status IN (
              'ready',
              'running',
              'ingesting',
              'analyzing',
              'complete',
              'partially_complete',
              'failed',
              'canceled',
              'timed_out'
          )
      ),
      CONSTRAINT "job_pkey" PRIMARY KEY ("id")
  );
  CREATE UNIQUE INDEX "job_occurrence" ON "job" ("event_id", "occurrence");
  CREATE TABLE "job_domain_result" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "deleted_at" TIMESTAMP(3) WITH TIME ZONE,
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "job_id" integer NOT NULL,
      "domain_name" text NOT NULL,
      "success" boolean NOT NULL,
      "message" text NOT NULL,
      "user_count" integer NOT NULL,
      "group_count" integer NOT NULL,
      "computer_count" integer NOT NULL,
      "gpo_count" integer NOT NULL,
      "ou_count" integer NOT NULL,
      "container_count" integer NOT NULL,
      "aiaca_count" integer NOT NULL,
      "rootca_count" integer NOT NULL,
      "enterpriseca_count" integer NOT NULL,
      "ntauthstore_count" integer NOT NULL,
      "certtemplate_count" integer NOT NULL,
      "deleted_count" integer NOT NULL,
      CONSTRAINT "job_domain_result_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "job_domain_result_job" ON "job_domain_result" ("job_id", "id");
  CREATE TABLE "job_log" (
      "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
      "job_id" integer NOT NULL,
      "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "line" text NOT NULL,
      CONSTRAINT "job_log_pkey" PRIMARY KEY ("id")
  );
  CREATE INDEX "job_log_job" ON "job_log" ("job_id", "id");
  CREATE TABLE "extension" (
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "name" text NOT NULL,
      "namespace" text NOT NULL,
      "version" text NOT NULL,
      "definition" jsonb NOT NULL,
      CONSTRAINT "extension_namespace_key" UNIQUE ("namespace"),
      CONSTRAINT "extension_name_key" UNIQUE ("name"),
      CONSTRAINT "extension_pkey" PRIMARY KEY ("id")
  );
  CREATE TABLE "saved_query" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "account_id" uuid,
      "name" text NOT NULL,
      "query" text NOT NULL,
      "description" text NOT NULL DEFAULT '',
      "is_public" boolean NOT NULL DEFAULT false,
      CONSTRAINT "saved_query_name_key" UNIQUE ("account_id", "name"),
      CONSTRAINT "saved_query_pkey" PRIMARY KEY ("id")
  );
  CREATE TABLE "saved_query_share" (
      "query_id" integer NOT NULL,
      "account_id" uuid NOT NULL,
      CONSTRAINT "saved_query_share_pkey" PRIMARY KEY ("query_id", "account_id")
  );
  CREATE INDEX "saved_query_share_account" ON "saved_query_share" ("account_id");
  CREATE TABLE "saml_provider" (
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
      "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
      "name" text NOT NULL,
      "display_name" text NOT NULL,
      "idp_issuer_uri" text NOT NULL,
      "idp_sso_uri" text NOT NULL,
      "principal_attribute_mappings" text array NOT NULL DEFAULT '{}',
      "sso_provider_id" integer,
      CONSTRAINT "saml_provider_name_key" UNIQUE ("name"),
      CONSTRAINT "saml_provider_pkey" PRIMARY KEY ("id")
  );
  CREATE TABLE "write_probe" (
      "one" boolean NOT NULL DEFAULT true,
      "written_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "write_probe_one_row" CHECK (one),
      CONSTRAINT "write_probe_pkey" PRIMARY KEY ("one")
  );
  CREATE TABLE "retention_turn" (
      "one" boolean NOT NULL DEFAULT true,
      "looked_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "retention_turn_one_row" CHECK (one),
      CONSTRAINT "retention_turn_pkey" PRIMARY KEY ("one")
  );
  CREATE TABLE "login_failure" (
      "key" text NOT NULL,
      "failures" integer NOT NULL,
      "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "login_failure_pkey" PRIMARY KEY ("key")
  );
  CREATE INDEX "login_failure_expires_at" ON "login_failure" ("expires_at");
  ALTER TABLE "session"
  ADD CONSTRAINT "session_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "api_token"
  ADD CONSTRAINT "api_token_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "token_proof"
  ADD CONSTRAINT "token_proof_token_fkey" FOREIGN KEY ("token_id") REFERENCES "api_token"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "upload_file"
  ADD CONSTRAINT "upload_file_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "upload"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "upload_payload"
  ADD CONSTRAINT "upload_payload_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "upload_file"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "asset_group_selector"
  ADD CONSTRAINT "asset_group_selector_group_fkey" FOREIGN KEY ("asset_group_id") REFERENCES "asset_group"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "asset_group_seed"
  ADD CONSTRAINT "asset_group_seed_selector_fkey" FOREIGN KEY ("selector_id") REFERENCES "asset_group_selector"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "saved_query"
  ADD CONSTRAINT "saved_query_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "saved_query_share"
  ADD CONSTRAINT "saved_query_share_query_fkey" FOREIGN KEY ("query_id") REFERENCES "saved_query"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "saved_query_share"
  ADD CONSTRAINT "saved_query_share_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "event"
  ADD CONSTRAINT "event_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "job_domain_result"
  ADD CONSTRAINT "job_domain_result_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
  ALTER TABLE "job_log"
  ADD CONSTRAINT "job_log_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
`;
