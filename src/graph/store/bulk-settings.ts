/**
 * Settings for one transaction that reads or writes much of the graph. It takes longer than a request may, and its connection is idle
 * while rows are merged or edges are derived. Compiling statements takes longer than it gains. Small samples describe the temporary
 * tables well enough. Each row is looked up once, so remembered results are of no use.
 */
export const bulkSettings = `
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL work_mem = '128MB'; SET LOCAL jit = off; SET LOCAL enable_memoize = off; SET LOCAL default_statistics_target = 10`;
