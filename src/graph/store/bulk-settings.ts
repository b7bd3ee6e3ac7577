/**
 * Of one transaction alone: bulk work takes its time and its memory. Small samples tell enough of temporary tables, and compiling
 * statements takes longer than it gains. Rows are looked up once each, so to remember what was found only costs.
 */
export const bulkSettings = `
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL work_mem = '128MB'; SET LOCAL jit = off; SET LOCAL enable_memoize = off; SET LOCAL default_statistics_target = 10; SET LOCAL client_min_messages = warning`;
