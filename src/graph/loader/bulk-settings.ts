/**
 * Of one transaction alone: bulk work takes its time and its memory. Small samples tell enough of temporary tables, and compiling
 * statements takes longer than it gains. Rows are looked up once each, so to remember what was found only costs.
 */
export const bulkSettings = `
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL work_mem = '128MB'; SET LOCAL jit = off; SET LOCAL enable_memoize = off; SET LOCAL default_statistics_target = 10; SET LOCAL client_min_messages = warning`;

/**
 * As much as all that is staged of most parts, which is gone through several times; what passes it is written to files. A session keeps what
 * it has used. It can't change any more once the session has used temporary tables: then it stays as it is.
 */
export const roomForStaging = `
  DO $$ BEGIN SET LOCAL temp_buffers = '64MB'; EXCEPTION WHEN invalid_parameter_value THEN NULL; END $$`;
