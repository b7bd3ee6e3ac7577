import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsObject, IsOptional, IsString } from 'class-validator';
import { UnifiedEdgeDto, UnifiedNodeDto } from '../graphs/unified-graph.dto.js';

const cypherForms = ['graph', 'table'] as const;
type CypherForm = (typeof cypherForms)[number];

export class CypherRequestDto {
  @ApiProperty({ example: 'MATCH p = (:User)-[:MemberOf*1..]->(g:Group) RETURN p LIMIT 10', maxLength: 50_000 })
  @IsString({ message: 'takes a query in Cypher' })
  readonly query!: string;

  @ApiProperty({
    required: false,
    default: false,
    description: 'Whether nodes and edges of the answer have properties.',
  })
  @IsOptional()
  @IsBoolean({ message: 'takes true or false' })
  readonly include_properties?: boolean;

  @ApiProperty({
    additionalProperties: true,
    selfRequired: false,
    type: 'object',
    description: 'Values of the parameters of the query, by name: `{"name": "ADA@BIRCH.LOCAL"}` for `$name`.',
  })
  @IsOptional()
  @IsObject({ message: 'takes an object: the value of each parameter by its name' })
  readonly parameters?: Record<string, unknown>;

  @ApiProperty({ required: false, enum: cypherForms, default: 'graph', description: 'The form of the answer.' })
  @IsOptional()
  @IsIn(cypherForms, { message: 'takes graph or table' })
  readonly form?: CypherForm;

  @ApiProperty({ required: false, default: false, description: 'Returns the steps of the plan, and runs nothing.' })
  @IsOptional()
  @IsBoolean({ message: 'takes true or false' })
  readonly explain?: boolean;
}

export class CypherGraphDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(UnifiedNodeDto) },
    description: 'The nodes of all rows, by the id that the graph gives them, as a text.',
  })
  readonly nodes!: Readonly<Record<string, UnifiedNodeDto>>;

  @ApiProperty({ type: [UnifiedEdgeDto], description: 'The relationships of all rows.' })
  readonly edges!: readonly UnifiedEdgeDto[];

  @ApiProperty({
    type: 'array',
    items: {
      type: 'object',
      required: ['key', 'value'],
      properties: {
        key: { type: 'string', description: 'The name of the column.', example: 'count(u)' },
        value: { description: 'Any JSON.', example: 12 },
      },
    },
    description: 'The other values, row by row.',
  })
  readonly literals!: readonly { readonly key: string; readonly value: unknown }[];

  @ApiProperty({ type: [String], required: false, description: 'Keys of properties of nodes, if they are included.' })
  readonly node_keys?: readonly string[];

  @ApiProperty({ type: [String], required: false, description: 'Keys of properties of edges, if they are included.' })
  readonly edge_keys?: readonly string[];
}

export class CypherTableDto {
  @ApiProperty({ type: [String], example: ['name', 'count(*)'] })
  readonly columns!: readonly string[];

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: {} },
    description:
      'A value for each column: JSON. A node has the members of `nodes` of the graph and its `id`; a relationship those of `edges`; a path has `nodes` and `edges`.',
  })
  readonly rows!: readonly (readonly unknown[])[];
}

export class CypherPlanDto {
  @ApiProperty({ type: [String], example: ['scan u by label User', 'project u limit'] })
  readonly plan!: readonly string[];
}
