import { metricTypes } from '../../analysis/data-quality/metric-type.js';
import { field, recordFields, shape } from '../../http/fields/fields.js';
import { kindsPerExtension } from './extension-kinds.js';

/** SQL: the id of a kind of nodes of an extension, as its description has it. */
const kindId = (kind: string) => `(SELECT (d.extension_id * ${kindsPerExtension} + own.place)::int
  FROM extension e, jsonb_array_elements_text(e.model -> 'nodeKinds') WITH ORDINALITY own (name, place)
  WHERE e.id = d.extension_id AND own.name = ${kind})`;

const shared = {
  run_id: field.uuid('d.run_id', 'Id of the analysis.'),
  extension_id: field.int32('d.extension_id'),
  environment_kind_id: field.int32(kindId('d.environment_kind'), 'Id of the kind of nodes of the environment.'),
  metric_type: field.choice(metricTypes)('d.metric_type'),
  metric_name: field.text('d.kind', { example: 'GH_User', description: 'Name of the kind that is counted.' }),
  metric_value: field.count(
    'd.count',
    'Its nodes, by the kind that is shown, or its edges that start at a node of the environment.',
  ),
  kind_id: field.optionalCount(
    `CASE d.metric_type WHEN 'node' THEN ${kindId('d.kind')} END`,
    'Id of the kind of nodes; null for edges.',
  ),
};

/** A count `d` in one environment. */
export const countShape = shape('DataQualityStatDto', {
  ...recordFields('d'),
  environment_id: field.text('d.environment', 'Object id of the environment.'),
  ...shared,
});

/** A count `d` in all environments of one kind. */
export const sumShape = shape('DataQualityAggregationDto', { ...recordFields('d'), ...shared });
