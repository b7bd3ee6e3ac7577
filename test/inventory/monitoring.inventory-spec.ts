import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { registerReplicas } from '../../src/observability/metrics/replica-metrics.js';
import { type TestApp, testApp } from '../support/app.js';
import { type MetricFamily, readExpression, readMetrics } from '../support/prometheus.js';
import { type TestDatabase, testDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

const rulesFile = 'deploy/prometheus/alerts.yaml';
const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

const dashboard = JSON.parse(readFileSync('deploy/grafana/graphward.json', 'utf8')) as Dashboard;
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

/** The variables of Grafana that are no part of PromQL. */
const expressions: [place: string, expression: string][] = [
  ...rules.map((rule): [string, string] => [rule.alert, rule.expr]),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [title, expr.replaceAll('$__rate_interval', '5m')]),
  ),
];

/** What Prometheus records of a target by itself. */
const ofPrometheus = new Map<string, MetricFamily>([
  ['up', { type: 'gauge', labels: new Map(['job', 'instance'].map((it) => [it, new Set<string>()])) }],
]);

let app: TestApp;
/** Has a replica that is away, because only then there are metrics of replicas. */
let replicated: TestDatabase;
let metrics: Map<string, MetricFamily>;

beforeAll(async () => {
  replicated = await testDatabase({ DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:9/graphward' });
  const ofReplicas = new Registry();
  registerReplicas(ofReplicas, replicated.dataSource.replicas);
  app = await testApp({ runsTasks: true });
  const read = async () =>
    readMetrics((await (await fetch(`${app.url}/metrics`)).text()) + (await ofReplicas.metrics()));
  // Histograms have no series before the first request and the first task.
  await until(async () => {
    metrics = new Map([...(await read()), ...ofPrometheus]);
    return metrics.has('graphward_task_seconds_count') && metrics.has('graphward_http_request_seconds_count');
  });
});
afterAll(async () => {
  await app.close();
  await replicated.drop();
});

/** Why Prometheus would find nothing. */
function faultsOf(place: string, text: string): string[] {
  const { uses, groupedBy } = readExpression(text);
  const known = new Set(uses.flatMap(({ metric }) => [...(metrics.get(metric)?.labels.keys() ?? [])]));
  return [
    ...groupedBy.filter((label) => !known.has(label)).map((label) => `${place}: there is no label ${label}`),
    ...uses.flatMap(({ metric, matchers }) => {
      const family = metrics.get(metric);
      if (!family) return [`${place}: there is no metric ${metric}`];
      return matchers.flatMap(({ label, isEqual, value }) => {
        const values = family.labels.get(label);
        if (!values) return [`${place}: ${metric} has no label ${label}`];
        // A gauge has its series from the start, a counter gets them one by one.
        const isMissing = isEqual && family.type === 'gauge' && values.size > 0 && !values.has(value);
        return isMissing ? [`${place}: ${metric} has no ${label} ${value}`] : [];
      });
    }),
  ];
}

describe('the alert rules and the dashboard', () => {
  it('use only metrics and labels that the service has', () => {
    expect(expressions.length).toBeGreaterThan(40);
    expect(expressions.flatMap(([place, text]) => faultsOf(place, text))).toEqual([]);
  });

  it.each([
    ['sum(graphward_nothing)', 'there is no metric graphward_nothing'],
    ['graphward_ready{colour="red"}', 'graphward_ready has no label colour'],
    ['graphward_database_connections{state="lost"}', 'graphward_database_connections has no state lost'],
    ['sum by (colour) (graphward_ready)', 'there is no label colour'],
  ])('would be refused with %s', (text, fault) => {
    expect(faultsOf('here', text)).toEqual([`here: ${fault}`]);
  });

  it('would be refused with a syntax error', () => {
    expect(() => readExpression('sum(graphward_ready')).toThrow('syntax error at character 19');
  });
});

describe('the alert rules', () => {
  it('each have a section of docs/operations.md, and each section has its rule', () => {
    const text = readFileSync('docs/operations.md', 'utf8');
    const sections = [...text.matchAll(/^### (Graphward\w+)$/gm)].map(([, name]) => name);
    expect(rules.map(({ alert }) => alert)).toEqual(sections);
    expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(
      rules.map(({ alert }) => `docs/operations.md#${alert.toLowerCase()}`),
    );
  });

  it('have a severity, and a summary with labels that their expression keeps', () => {
    const wrong = rules.filter(({ expr, labels, annotations }) => {
      const used = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!);
      const isAggregated = /^\s*(sum|max|count|histogram_quantile)\b/.test(expr);
      const { groupedBy, uses } = readExpression(expr);
      const kept = isAggregated ? groupedBy : [...metrics.get(uses[0]!.metric)!.labels.keys()];
      return !['critical', 'warning'].includes(labels.severity) || used.some((label) => !kept.includes(label));
    });
    expect(wrong).toEqual([]);
  });

  it('pass promtool, if it is installed', () => {
    expect(faultsByPromtool()).toBe(null);
  });
});

function faultsByPromtool(): string | null {
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' });
  if (error) process.stderr.write('promtool is not installed: it does not check the alert rules\n');
  return error || status === 0 ? null : stdout + stderr;
}

describe('the dashboard', () => {
  it('shows every metric of the service itself', () => {
    const shown = new Set(expressions.flatMap(([, text]) => readExpression(text).uses.map(({ metric }) => metric)));
    const own = [...metrics.keys()].filter(
      (name) => /^graphward_(?!nodejs_|process_)/.test(name) && !name.endsWith('_sum'),
    );
    expect(own.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('has panels with an id, a title and a description, none over another', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    expect(panels.filter(({ title, description, targets }) => !title || !description || !targets?.length)).toEqual([]);
    const cells = dashboard.panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...dashboard.panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBe(24);
  });

  it('names only labels of its metrics in legends, and only its own variables', () => {
    const variables = new Set([...dashboard.templating.list.map(({ name }) => name), '__rate_interval']);
    const wrong = panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr, legendFormat }) => {
        const { uses, groupedBy } = readExpression(expr.replaceAll('$__rate_interval', '5m'));
        const known = groupedBy.length > 0 ? groupedBy : [...metrics.get(uses[0]!.metric)!.labels.keys()];
        const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!);
        const names = [...expr.matchAll(/\$(\w+)/g)].map(([, name]) => name!);
        return [...labels.filter((it) => !known.includes(it)), ...names.filter((it) => !variables.has(it))].map(
          (it) => `${title}: ${it}`,
        );
      }),
    );
    expect(wrong).toEqual([]);
  });
});
