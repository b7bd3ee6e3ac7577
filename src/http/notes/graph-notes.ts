import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { isJsonObject } from '../../base/values/json-object.js';
import { type UnknownReaches, unknownReachSchema } from './unknown-reach.js';
import { JsonParts, JsonStream, JsonText } from '../json-text.js';

/** Header with the notes of an answer, as a JSON array of texts in ASCII. */
export const graphNotesHeader = 'Graph-Notes';

/** Describes the header in the OpenAPI document. */
export const notesHeader = {
  [graphNotesHeader]: {
    description:
      'A JSON array of texts in ASCII that readers of the answer must know, such as `["tier zero has no members: no analysis has run"]`. Absent without notes.',
    schema: { type: 'string' },
  },
} as const;

/** Longer headers do not pass all proxies. */
const maxHeaderLength = 4000;

/** Where an answer that stands on the analysis says so: in its body, or only in the header because its form is fixed. */
export type BasisPlace = 'body' | 'header';

/** Of a handler; null: its answers do not stand on the analysis. `Operation` sets it. */
export const StandsOnAnalysis = Reflector.createDecorator<BasisPlace | null>();

/** Of a handler or controller: answers have figures of the whole graph, so all unknown reach concerns them. */
export const CountsWholeGraph = Reflector.createDecorator<boolean>();

/** The state of the analysis on which an answer stands. */
export interface Basis {
  readonly place: BasisPlace;
  readonly analysedAt: Date | null;
  readonly staleSince: Date | null;
}

/** {@link Basis} and the notes as members of an answer. */
interface BasisMembers {
  readonly analysed_at: Date | null;
  readonly stale_since: Date | null;
  readonly notes: readonly string[];
  readonly unknown_reach?: UnknownReaches['member'];
}

const time = { type: 'string' as const, format: 'date-time', nullable: true };

export const basisSchemas = {
  analysed_at: { ...time, description: 'End of the last complete run of the analysis; null if none has run.' },
  stale_since: { ...time, description: 'Time of the first change of the graph since that run; null without one.' },
  notes: {
    type: 'array' as const,
    items: { type: 'string' as const },
    example: ['tier zero has no members: no analysis has run'],
    description:
      'What readers of the answer must know, so that they do not take it for an all-clear. In most cases empty.',
  },
};

export const basisNames: readonly string[] = Object.keys(basisSchemas);
const memberSchemas = { ...basisSchemas, unknown_reach: unknownReachSchema };

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly object[];
}

/** The schema of an answer with the members of its basis. */
export function schemaWithBasis(schema: object & ObjectSchema): object {
  const { anyOf, properties, required = [] } = schema;
  if (anyOf) return { ...schema, anyOf: anyOf.map(schemaWithBasis) };
  const members = { type: 'object', required: basisNames, properties: memberSchemas };
  if (!properties) return { allOf: [schema, members] };
  return { ...schema, required: [...required, ...basisNames], properties: { ...properties, ...memberSchemas } };
}

/** The schema of an answer without the members of its basis, at any depth. */
export function schemasWithoutBasis(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(schemasWithoutBasis);
  if (!isJsonObject(value)) return value;
  const { allOf, properties, required } = value;
  if (Array.isArray(allOf) && hasMembers(allOf.at(-1))) return schemasWithoutBasis(allOf[0]);
  const isMember = (name: unknown) => hasMembers(value) && Object.hasOwn(memberSchemas, String(name));
  const kept = {
    ...value,
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !isMember(name))),
    }),
    ...(Array.isArray(required) && { required: required.filter((name) => !isMember(name)) }),
  };
  return Object.fromEntries(Object.entries(kept).map(([name, it]) => [name, schemasWithoutBasis(it)]));
}

function hasMembers(schema: unknown): boolean {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return isJsonObject(properties) && basisNames.every((name) => Object.hasOwn(properties, name));
}

/** Waits for the basis of the answer, if it has one, and sets the header. */
export async function readBasis(response: Response): Promise<Basis | undefined> {
  const basis = await response.req.state.basis;
  if (basis) setGraphNotes(response);
  return basis;
}

/** Sets the header if there are notes. */
export function setGraphNotes(response: Response): void {
  const { basis, notes, unknownReaches } = response.req.state;
  const kept = [...notes, ...(unknownReaches?.notes ?? [])];
  if (!basis || kept.length === 0 || response.headersSent) return;
  while (headerOf(kept).length > maxHeaderLength) kept.pop();
  response.setHeader(graphNotesHeader, headerOf(kept));
}

function headerOf(notes: readonly string[]): string {
  return JSON.stringify(notes).replaceAll(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The members that an answer has beside its own; null if only the header may have them. */
export function basisMembers({ state }: Request, basis: Basis | undefined): BasisMembers | null {
  if (basis?.place !== 'body') return null;
  const { member, notes = [] } = state.unknownReaches ?? {};
  return {
    analysed_at: basis.analysedAt,
    stale_since: basis.staleSince,
    notes: [...state.notes, ...notes],
    ...(member && { unknown_reach: member }),
  };
}

/** The answer with further members. */
export function withMembers(body: unknown, members: BasisMembers): unknown {
  const end = `,${JSON.stringify(members).slice(1)}`;
  if (body instanceof JsonText) return JsonText.singleUse(body.take().slice(0, -1) + end);
  if (body instanceof JsonStream) return new JsonStream(endedBy(body.parts, end));
  if (body instanceof JsonParts) return body.isCsv ? body : body.endedBy(Buffer.from(end));
  return isJsonObject(body) ? { ...body, ...members } : body;
}

/** Replaces the bracket that closes the object. */
async function* endedBy(parts: JsonStream['parts'], end: string): JsonStream['parts'] {
  let former = '';
  for await (const part of parts) {
    if (part === '') continue;
    yield former;
    former = part;
  }
  yield former.slice(0, -1) + end;
}
