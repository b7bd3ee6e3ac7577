/** Pages that a script writes gain no prose, so nobody counts their words. */
export const writtenPages = [
  'compatibility',
  'asvs',
  'edges',
  'errors',
  'findings',
  'ready-questions',
  'tier-zero',
].map((name) => `docs/${name}.md`);

/** The most words of each page, and of all decisions before 0088. A change may lower a number, so say less elsewhere or shorter. */
export const mostWords: Readonly<Record<string, number>> = {
  'README.md': 1240,
  'CONTRIBUTING.md': 1830,
  'SECURITY.md': 330,
  'docs/api.md': 10050,
  'docs/architecture.md': 1890,
  'docs/attack-paths.md': 850,
  'docs/collector-rules.md': 3610,
  'docs/cypher.md': 1730,
  'docs/deploy.md': 1460,
  'docs/differences.md': 770,
  'docs/extending.md': 1360,
  'docs/jobs.md': 940,
  'docs/operations.md': 7200,
  'docs/performance.md': 2310,
  'docs/questions.md': 1370,
  'docs/releasing.md': 600,
  'docs/scaling.md': 1490,
  'docs/upgrading.md': 810,
  'docs/adr': 19950,
};

/** The most words of pages that came with later features. A new page brings its own number. */
export const mostWordsLater: Readonly<Record<string, number>> = {
  'docs/assistants.md': 690,
  'docs/integrations.md': 560,
  'docs/permissions.md': 1420,
  'docs/provisioning.md': 700,
  'docs/reports.md': 420,
  'docs/alerts.md': 1100,
  'docs/identity.md': 1850,
  'docs/plans.md': 1350,
  'docs/second-factors.md': 850,
};
