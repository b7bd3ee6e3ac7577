import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Estate } from '../../demo/generator/estate.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { type Payload, textOf } from '../../demo/generator/payload.js';
import { loadDemo } from '../../demo/load-demo.js';
import { demoAccount, logIn } from '../../demo/demo-account.js';
import { substituted } from '../../demo/show/shell-file.js';
import { showcase } from '../../demo/show/showcase.js';
import { shippedQueries } from '../support/shipped-rows.js';
import { type PathGraph, pathsFrom } from '../../src/commands/questions/paths-from.js';
import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { AnalysisRuns } from '../../src/analysis/runs/analysis-runs.js';
import { GraphKeeper } from '../../src/graph/memory/graph-keeper.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import { bufferSource } from '../../src/ingest/reading/payload-source.js';
import { runCommandLine } from '../../src/commands/commands.js';
import { TaskRunner } from '../../src/queue/task-runner.js';
import { readyQuestions } from '../../src/modules/questions/ready-questions.js';
import { type TestApp, testApp } from '../support/app.js';
import { until } from '../support/until.js';
import { login } from '../support/signed-client.js';
import { linesOf, naiveQuestions } from './naive-questions.fixture.js';
import { type Example, examplesOf, missingPart, pasted } from './pasted-examples.fixture.js';
import { edgesTakenBy, problemsOfPlan } from './plain-plan.fixture.js';
import { PlainEstate } from './plain-estate.fixture.js';
import type { PlanDto } from '../../src/modules/graphs/plan.dto.js';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';

/** Words of a command as a shell splits them. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);
}

const domain = 'S-1-5-21-3856858773-231016774-2279787834';
const examples = ['docs/questions.md', 'docs/attack-paths.md', 'docs/plans.md'].flatMap((path) =>
  examplesOf(readFileSync(path, 'utf8')).map(({ command, answer }) => ({
    command: command.replaceAll(/\\?\s+/g, ' ').trim(),
    answer,
  })),
);
/** These write to the estate, so they come after what only reads. */
const examplesOfApi = examplesOf(readFileSync('docs/api.md', 'utf8'));
/** The chains that docs/attack-paths.md draws: subject, start, end, kinds and nodes of the steps. */
const chains = [
  [
    'certificates',
    `${domain}-1474`,
    `end_node=${domain}`,
    'MemberOf HELPDESK-EARLY-SHIFT@HALDEN.EXAMPLE, MemberOf HELPDESK-FIRST-LINE@HALDEN.EXAMPLE, ADCSESC1 HALDEN.EXAMPLE',
  ],
  [
    'relay',
    `${domain}-1477`,
    'end_tag=tier_zero',
    'MemberOf DOMAIN USERS@HALDEN.EXAMPLE, MemberOf AUTHENTICATED USERS@HALDEN.EXAMPLE, CoerceAndRelayNTLMToSMB BGO-FS007.HALDEN.EXAMPLE, CoerceToTGT HALDEN.EXAMPLE',
  ],
  [
    'cloud',
    `${domain}-1744`,
    'end_node=AC0F1EA3-0BBB-49F7-83CD-E76384B5669A',
    'SyncedToEntraUser ELENA.MOEN@HALDEN.EXAMPLE, AZHasRole APPLICATION ADMINISTRATOR@HALDEN, AZAddSecret METERING@HALDEN, AZMGGrantAppRoles HALDEN',
  ],
] as const;
/** Rows of the queries on the sample estate. */
const shippedRows: readonly (readonly [rows: number, name: string])[] = [
  [86, 'Tier zero: all members'],
  [28, 'Tier zero: who is a member by name and kind'],
  [200, 'Tier zero: shortest paths from owned objects'],
  [500, 'Tier zero: shortest paths from all enabled users'],
  [5, 'Tier zero: sessions on computers of lower tiers'],
  [0, 'Tier zero: direct control by objects outside of it'],
  [2, 'Domains: trusts'],
  [2, 'Domains: who can replicate the directory'],
  [5, 'Domains: number of objects by kind'],
  [60, 'Users: roastable service accounts'],
  [6, 'Users: no preauthentication'],
  [1, 'Users: old passwords in privileged groups'],
  [9, 'Users: password not required'],
  [20, 'Users: many administered computers'],
  [9, 'Groups: rights of everybody'],
  [2, 'Groups: foreign members'],
  [0, 'Groups: deep nesting into Domain Admins'],
  [1, 'Computers: unconstrained delegation'],
  [2, 'Computers: end of support'],
  [200, 'Computers: local administrators without password solution'],
  [13, 'Computers: allowed to impersonate others'],
  [1, 'Policies: writable policies and what they apply to'],
  [44, 'Certificates: escalation by a template or an authority'],
  [5, 'Cloud: holders of global administrator'],
  [4, 'Cloud: applications that can take over a tenant'],
  [3, 'Cloud: synchronized accounts with privileged roles'],
];
/** Queries of docs/cypher.md with the number of their rows and the first one. */
const fieldQueries = Array.from(
  readFileSync('docs/cypher.md', 'utf8').matchAll(/^\/\/ (.*): (.*)\n((?:(?:[A-Z]|  ).*\n)+)/gm),
  ([, question = '', answer = '', query = '']) => [question, answer, query] as const,
);
/** The table of docs/questions.md: question, words of the command, a part of the answer. */
const analystRows = Array.from(
  readFileSync('docs/questions.md', 'utf8').matchAll(/^\| (.*\?) +\| `(.*)` +\| `(.*)` +\|$/gm),
  ([, question = '', command = '', answer = '']) => [question, wordsOf(command), answer] as const,
);
const questions = Object.values(readyQuestions).flatMap((ofTopic) =>
  Object.entries(ofTopic).map(([name, { call }]) => [name, call] as const),
);
const isOfChanges = (call: string) =>
  call.startsWith('/api/v2/graphs/changes') || call.startsWith('/api/v2/graphs/new-ways');

/** The sample estate with so many runs of the cloud tenant. */
function estateOf(runs: number): Estate {
  const sizes = { ...ESTATE_PRESETS.demo, cloud: { ...ESTATE_PRESETS.demo.cloud, runs } };
  return new Estate({ seed: 'graphward', sizes, now: new Date() });
}

/** Reads a file, and analyses the graph. */
async function addRun({ app }: TestApp, file: Payload): Promise<void> {
  await app.get(IngestService).ingest([bufferSource(file.name, Buffer.from(textOf(file)))]);
  const report = await app.get(AnalysisService).run();
  await app.get(AnalysisRuns).record('test', new Date(), report);
  await app.get(GraphKeeper).withGraph(report.version, () => Promise.resolve());
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');
/** Commands that keep a plan and change the graph run last. */
const isStory = ({ command }: Example) => / -- (plan (keep|set|again|show)|ingest) /.test(command);
const isCommand = (it: Example) => it.command.startsWith('npm run -s cli -- ') && !isStory(it);
const isCall = ({ command }: Example) => command.startsWith('curl ');

/** The object of a question as the command line takes it. */
const objectOf = (of: string | undefined) =>
  of === undefined ? [] : [of.replaceAll(/ (?=MemberOf )|(?<= MemberOf) /g, ',')];

describe('docs/questions.md, docs/attack-paths.md and docs/plans.md', () => {
  let app: TestApp;
  let token: string;
  let variables: Readonly<Record<string, string>>;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise' });
    // One run of the cloud tenant is enough: the questions are about its first objects.
    const estate = estateOf(1);
    await loadDemo(app.app, estate, () => {});
    ({ variables } = showcase(estate));
    const draft = { name: 'analyst', email: null, role: 'user', password: 'a long password' } as const;
    await app.app.get(AccountsService).create(draft);
    token = await login(app.url, draft.name, draft.password);
  });
  afterAll(() => app.close());

  it('answer ten questions, explain three paths and plan fixes by both', () => {
    expect([examples.filter(isCall).length, examples.filter(isCommand).length, examples.length]).toEqual([15, 17, 38]);
  });

  it.each(chains)('the shortest path has the steps of the page: %s', async (_, from, to, steps) => {
    const target = `/api/v2/graphs/shortest-path?start_node=${from}&${to}&only_traversable=true`;
    const { data } = (await (await app.as('read_only', 'bearer', 'GET', target)).json()) as { data: PathGraph };
    const { paths } = pathsFrom(from, data, 10);
    expect(
      paths.map((path) => path.steps.map(({ kinds, node }) => `${kinds.join('|')} ${node.label}`).join(', ')),
    ).toContain(steps);
  });

  async function answerOf<Data>(path: string): Promise<Data> {
    const response = await app.as('read_only', 'bearer', 'GET', `/api/v2/graphs/${path}`);
    return ((await response.json()) as { data: Data }).data;
  }

  async function run(command: string): Promise<string> {
    const lines: string[] = [];
    await runCommandLine([...wordsOf(command.replace('npm run -s cli -- ', '')), '--url', app.url, '--token', token], {
      columns: 80,
      settings: () => Promise.reject(new Error('the variables of the demo are enough')),
      print: (line) => lines.push(line),
      note: (line) => lines.push(line),
    });
    return lines.join('\n');
  }

  it.each(examples.filter(isCommand))('$command', async ({ command, answer }) => {
    expect(missingPart(await run(command), answer)).toBeUndefined();
  });

  it.each(examples.filter(isCall))('$command', async ({ command, answer }) => {
    const [, target = ''] = /"\$GRAPHWARD_URL([^"]*)"$/.exec(command) ?? [];
    const response = await app.as('read_only', 'bearer', 'GET', substituted(target, variables));
    // The document breaks long answers into lines.
    expect(missingPart(withoutSpaces(await response.text()), withoutSpaces(answer))).toBeUndefined();
  });

  async function ask(...words: readonly string[]): Promise<string> {
    const lines: string[] = [];
    const notes: string[] = [];
    const code = await runCommandLine(['ask', ...words, '--url', app.url, '--token', token], {
      settings: () => Promise.reject(new Error('the service is given')),
      print: (line) => lines.push(line),
      note: (line) => notes.push(line),
    });
    expect([words, code, notes]).toEqual([words, 0, notes]);
    return lines.join('\n');
  }

  it.each(shippedRows)('the query that the service ships has %i rows: %s', async (rows, name) => {
    const [, , query] = shippedQueries.find(([known]) => known === name) ?? [];
    const body = JSON.stringify({ query, form: 'table' });
    const response = await app.as('read_only', 'bearer', 'POST', '/api/v2/graphs/cypher', { body });
    const { data, errors } = (await response.json()) as { data?: { rows: unknown[] }; errors?: unknown };
    expect(errors).toBeUndefined();
    expect(data?.rows.length).toBe(rows);
  });

  it.each(fieldQueries)('the query of docs/cypher.md is answered: %s', async (_, answer, query) => {
    const body = JSON.stringify({ query, form: 'table' });
    const response = await app.as('read_only', 'bearer', 'POST', '/api/v2/graphs/cypher', { body });
    const { data, errors } = (await response.json()) as { data?: { rows: unknown[][] }; errors?: unknown };
    expect(errors).toBeUndefined();
    expect(`${data?.rows.length} (${data?.rows[0]?.flat().join(', ')})`).toBe(answer);
  });

  it('docs/cypher.md has twenty queries of the field', () => {
    expect(fieldQueries.length).toBe(20);
  });

  describe('the ready questions', () => {
    let plain: PlainEstate;
    let former: PlainEstate;

    async function expectNaiveAnswer(name: string, call: string): Promise<void> {
      const { of, naive, isCompared = () => true, hit, nearMiss, because } = naiveQuestions[name]!;
      const isList = !/exposure|shortest-path/.test(call);
      const answer = await ask(name, ...objectOf(of), '--json', ...(isList ? ['--limit', '10000'] : []));
      const lines = linesOf(JSON.parse(answer));
      expect(lines.filter((line) => isCompared(line.replace(/: \d+$/, ''))).toSorted()).toEqual(
        naive(plain, of ?? '', former).toSorted(),
      );
      const has = (beginning: string) => lines.some((line) => line.startsWith(beginning));
      const hasHit = hit === null ? lines.length === 0 : has(hit);
      expect([hit, hasHit, because, has(nearMiss)]).toEqual([hit, true, because, false]);
      expect([nearMiss, plain.hasObjectsOf(nearMiss)]).toEqual([nearMiss, true]);
    }

    beforeAll(async () => {
      plain = former = await PlainEstate.read(app);
    });

    it('the plan of tier zero leaves nobody, and has ways that lead there and add up', async () => {
      const plan = await answerOf<PlanDto>('plan?ways=all');
      expect(problemsOfPlan(plan, plain)).toEqual([]);
      expect(plan.certificate).toMatchObject({ sum: 67, bound: 67, bound_by: 'ways' });
      const taken = edgesTakenBy(plan, plain).map((edge) => `exclude_edge=${encodeURIComponent(edge)}`);
      expect(await answerOf(`exposure?${taken.join('&')}`)).toMatchObject({ reaching: 0 });
    });

    it('are all listed and tested', async () => {
      const names = questions.map(([name]) => name);
      expect(Object.keys(naiveQuestions)).toEqual(names);
      const listed = (await ask('--tsv')).split('\n').map((line) => line.split('\t')[0]);
      expect(listed).toEqual(['name', ...names]);
    });

    it('the page has twenty-five of them', () => {
      expect(analystRows.length).toBe(25);
    });

    it.each(analystRows)('the page asks by a name: %s', (_, [name = '', ...object], answer) => {
      const { of, hit } = naiveQuestions[name]!;
      expect([object, answer]).toEqual([objectOf(of), hit?.trim()]);
    });

    it.each(questions.filter(([, call]) => !isOfChanges(call)))(
      '%s has the answer of a naive program',
      expectNaiveAnswer,
    );

    describe('about changes, after another run of the cloud tenant', () => {
      beforeAll(async () => {
        await app.database.query(`UPDATE analysis_run SET finished_at = finished_at - interval '8 days'`);
        await addRun(app, estateOf(2).cloudRun(1));
        plain = await PlainEstate.read(app);
      });

      it.each(questions.filter(([, call]) => isOfChanges(call)))(
        '%s has the answer of a naive program',
        expectNaiveAnswer,
      );
    });
  });

  describe('docs/api.md, which writes', () => {
    let outputs: string[];

    beforeAll(async () => {
      app.app.get(TaskRunner).start();
      const { token: apiToken, ...credentials } = await demoAccount(app.app);
      outputs = await pasted(examplesOfApi, {
        ...variables,
        GRAPHWARD_URL: app.url,
        GRAPHWARD_TOKEN: await logIn(app.url, credentials),
        GRAPHWARD_TOKEN_ID: apiToken.id,
        GRAPHWARD_TOKEN_KEY: apiToken.key,
      });
    });

    it.each(examplesOfApi.map((example, at) => [example.command, example.answer, at] as const))(
      '%s',
      (command, answer, at) => {
        const output = outputs[at]!;
        const isRefused = command.startsWith('gw_') && answer.startsWith('{"http_status":4');
        const isGood = answer === '' && !output.includes('exit code');
        const shown = `${answer}${isRefused ? 'exit code 1' : ''}`;
        expect(isGood ? undefined : missingPart(withoutSpaces(output), withoutSpaces(shown))).toBeUndefined();
      },
    );
  });

  describe('a kept plan', () => {
    beforeAll(() => app.app.get(TaskRunner).start());

    it.each(examples.filter(isStory))('$command', async ({ command, answer }) => {
      const waiting = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'check-plans'`;
      if (command.includes(' show ')) await until(async () => (await app.database.query(waiting)).length === 0);
      expect(missingPart(await run(command), answer)).toBeUndefined();
    });
  });
});
