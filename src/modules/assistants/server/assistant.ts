import { AppError, NotFoundError } from '../../../base/errors.js';
import { isJsonObject, type JsonObject } from '../../../base/values/json-object.js';
import { fitAnswer } from '../tools/fit-answer.js';
import type { CallApi, ToolDescription, Tools } from '../tools/tools.js';
import { cypherReference } from './cypher-reference.js';
import { shown } from './data-text.js';
import { prompts } from './prompts.js';

interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
  readonly [member: string]: unknown;
}

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
  readonly description: string;
}

const resources: readonly (Resource & { readonly read: (api: CallApi) => Promise<string> })[] = [
  {
    uri: 'graphward://kinds',
    name: 'kinds',
    title: 'Kinds of nodes and edges',
    mimeType: 'application/json',
    description: 'Every kind with its meaning.',
    read: async (api) => shown((await api('GET', '/api/v2/graphs/kinds?descriptions=true'))['data']).text,
  },
  {
    uri: 'graphward://questions',
    name: 'questions',
    title: 'Ready questions',
    mimeType: 'application/json',
    description: 'Questions of analysts, for the tool ask.',
    read: async (api) => shown((await api('GET', '/api/v2/questions'))['data']).text,
  },
  {
    uri: 'graphward://cypher',
    name: 'cypher',
    title: 'Cypher',
    mimeType: 'text/markdown',
    description: 'What queries may contain.',
    read: () => Promise.resolve(cypherReference),
  },
];

/** What assistants can ask, as the caller of one request. */
export class Assistant {
  constructor(
    private readonly tools: Tools,
    private readonly api: CallApi,
  ) {}

  listTools(): ToolDescription[] {
    return this.tools.list();
  }

  /** Refusals are results, too: an assistant can correct its arguments. */
  async callTool(name: string, { cursor, ...input }: JsonObject): Promise<ToolResult> {
    try {
      const { cursor: _ofPolls, ...whole } = await this.tools.run(name, input, this.api);
      const { answer, leftOut, cursor: next } = fitAnswer(whole, typeof cursor === 'string' ? cursor : undefined);
      const isCut = Object.keys(leftOut).length > 0;
      const rest = { left_out: leftOut, ...(next !== undefined && { cursor: next }) };
      const { text, value } = shown({ ...answer, ...(isCut && rest) });
      return { content: [{ type: 'text', text }], structuredContent: value };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { content: [{ type: 'text', text: shown(error.message).value }], isError: true };
    }
  }

  listResources(): Resource[] {
    return resources.map(({ uri, name, title, mimeType, description }) => ({
      uri,
      name,
      title,
      mimeType,
      description,
    }));
  }

  /** @throws NotFoundError */
  async readResource(uri: string): Promise<{ uri: string; mimeType: string; text: string }[]> {
    const found = resources.find((it) => it.uri === uri);
    if (!found) throw new NotFoundError('uri', `there is no resource ${uri}`);
    return [{ uri, mimeType: found.mimeType, text: await found.read(this.api) }];
  }

  listPrompts() {
    return prompts.map(({ name, title, description, arguments: given }) => ({
      name,
      title,
      description,
      arguments: [...given],
    }));
  }

  /** @throws NotFoundError */
  getPrompt(name: string, given: Readonly<Record<string, string>> = {}) {
    const found = prompts.find((it) => it.name === name);
    if (!found) throw new NotFoundError('name', `there is no prompt ${name}`);
    const content = { type: 'text' as const, text: found.text(given) };
    return { description: found.description, messages: [{ role: 'user' as const, content }] };
  }
}

/** The JSON of an answer of the API. @throws AppError with the sentences of an error answer */
export function answerOf(status: number, text: string, notes: string | undefined): JsonObject {
  const value: unknown = JSON.parse(text === '' ? '{}' : text);
  const answer = isJsonObject(value) ? value : { data: value };
  if (status >= 400) throw new ApiRefusal(status, answer);
  if (notes === undefined || 'notes' in answer) return answer;
  const told: unknown = JSON.parse(notes);
  return { ...answer, notes: told };
}

/** An error answer of the API, whose sentences the assistant gets. */
class ApiRefusal extends AppError {
  constructor(
    readonly status: number,
    { errors }: JsonObject,
  ) {
    const faults: readonly unknown[] = Array.isArray(errors) ? errors : [];
    super(
      faults.filter(isJsonObject).map(({ context, message }) => ({
        code: 'request.malformed',
        context: String(context),
        message: String(message),
      })),
    );
  }
}
