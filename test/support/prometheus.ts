import { parser } from '@prometheus-io/lezer-promql';

/** A metric with the names of its labels, and the values that its series have. */
export interface MetricFamily {
  readonly type: string;
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Labels that Prometheus adds to each series of a target. */
const targetLabels = ['job', 'instance'];

/** Reads the text format of Prometheus. Series of histograms have their own names: `x_bucket`, `x_sum` and `x_count`. */
export function readMetrics(text: string): Map<string, MetricFamily> {
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
  const families = new Map<string, { type: string; labels: Map<string, Set<string>> }>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_:]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const type = types.get(name) ?? types.get(name.replace(/_(bucket|sum|count)$/, '')) ?? 'untyped';
    const family = families.get(name) ?? { type, labels: new Map(targetLabels.map((it) => [it, new Set<string>()])) };
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      family.labels.set(label, (family.labels.get(label) ?? new Set()).add(value));
    }
    families.set(name, family);
  }
  return families;
}

/** A metric as an expression uses it. */
export interface MetricUse {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly isEqual: boolean; readonly value: string }[];
}

export interface Expression {
  readonly uses: readonly MetricUse[];
  /** Labels of `by`, `without`, `on` and `ignoring`. */
  readonly groupedBy: readonly string[];
}

/**
 * Reads an expression by the grammar of Prometheus.
 * @throws Error with the place of a syntax error
 */
export function readExpression(text: string): Expression {
  const uses: { metric: string; matchers: { label: string; isEqual: boolean; value: string }[] }[] = [];
  const groupedBy: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, node, from, to }) => {
      const content = text.slice(from, to);
      if (type.isError) throw new Error(`syntax error at character ${from} of ${JSON.stringify(text)}`);
      if (type.name === 'VectorSelector') uses.push({ metric: content.split('{', 1)[0]!.trim(), matchers: [] });
      if (type.name === 'UnquotedLabelMatcher') {
        const [, label = '', operator, value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*["'](.*)["']$/.exec(content) ?? [];
        uses.at(-1)!.matchers.push({ label, isEqual: operator === '=', value });
      }
      if (type.name === 'LabelName' && node.parent?.name === 'GroupingLabels') groupedBy.push(content);
    },
  });
  return { uses, groupedBy };
}
