import type { Request } from 'express';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import busboy from 'busboy';
import { fault, type Fault, InvalidInputError, UnsupportedMediaTypeError } from '../../base/errors.js';
import { routeInput } from '../input/route-inputs.js';
import { decodedBody, hasBody, mediaType, RequestBody } from './request-body.js';
import { bodyLimits } from './body-limits.js';

/**
 * The body as a stream, for a parameter of type RequestBody. A body without `Content-Type` is accepted (RFC 9110, section 8.3): its
 * reader looks at the content.
 * @param types accepted media types
 */
export function StreamedBody(types: readonly string[]): ParameterDecorator {
  return routeInput(
    { place: 'body', streams: true, read: (request, faults) => Promise.resolve(open(request, faults, types)) },
    ApiBody({ required: true, schema: { type: 'string', format: 'binary' } }),
    ApiConsumes(...types),
  );
}

function open(request: Request, faults: Fault[], types: readonly string[]): RequestBody | undefined {
  if (!hasBody(request)) {
    faults.push(noBytes);
    return undefined;
  }
  requireType(request, types);
  return RequestBody.of(request).requireAcceptable();
}

function requireType(request: Request, types: readonly string[]): void {
  const type = mediaType(request);
  if (type === undefined || types.includes(type)) return;
  const wrong = `${JSON.stringify(request.headers['content-type'])} is not supported`;
  throw new UnsupportedMediaTypeError('body.unsupported_type', `${wrong}; it takes ${types.join(', ')}, or none`);
}

/** The body as bytes, for a parameter of type Buffer. @param types as of {@link StreamedBody} */
export function FileBody(types: readonly string[]): ParameterDecorator {
  return routeInput(
    {
      place: 'body',
      read: async (request, faults) => {
        const bytes = await decodedBody(request);
        if (bytes.length === 0) faults.push(noBytes);
        else requireType(request, types);
        return bytes;
      },
    },
    ApiBody({ required: true, schema: { type: 'string', format: 'binary' } }),
    ApiConsumes(...types),
  );
}

const noBytes: Fault = fault('body.missing', 'body', 'the body is empty');

/** The fields of a form of a web page, by name; of several of one name the first. @param maxBytes largest body */
export function FormBody(maxBytes: number, fields: Readonly<Record<string, string>>): ParameterDecorator {
  const type = 'application/x-www-form-urlencoded';
  return routeInput(
    {
      place: 'body',
      read: async (request) => {
        const bytes = await decodedBody(request, maxBytes);
        if (mediaType(request) !== type)
          throw new UnsupportedMediaTypeError('body.unsupported_type', `it takes ${type}`);
        return firstOfEach(new URLSearchParams(bytes.toString('utf8')));
      },
    },
    ApiConsumes(type),
    ApiBody({ required: true, schema: multipartSchema([], fields) }),
  );
}

function firstOfEach(fields: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...fields].toReversed());
}

/** The parts of a `multipart/form-data` body by name; a part is a field or a file. */
export type MultipartParts<Name extends string> = Readonly<Record<Name, Buffer>>;

/**
 * A body of `multipart/form-data` with these parts, each once.
 * @param parts descriptions by name
 * @param optional descriptions of parts that may be absent
 */
export function MultipartBody(
  parts: Readonly<Record<string, string>>,
  optional: Readonly<Record<string, string>> = {},
): ParameterDecorator {
  const names = Object.keys(parts);
  return routeInput(
    { place: 'body', read: (request, faults) => readMultipart(request, faults, names, Object.keys(optional)) },
    ApiConsumes('multipart/form-data'),
    ApiBody({ required: true, schema: multipartSchema(names, { ...parts, ...optional }) }),
  );
}

/** @param parts descriptions by name */
export function multipartSchema(required: readonly string[], parts: Readonly<Record<string, string>>) {
  const properties = Object.entries(parts).map(([name, description]) => [
    name,
    { type: 'string' as const, description },
  ]);
  return {
    type: 'object' as const,
    ...(required.length > 0 && { required: [...required] }),
    properties: Object.fromEntries(properties),
  };
}

export function isMultipart({ headers }: Request): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;
}

/** @returns the parts by name */
export async function readMultipart(
  request: Request,
  faults: Fault[],
  names: readonly string[],
  optional: readonly string[] = [],
): Promise<Record<string, Buffer>> {
  if (!isMultipart(request)) {
    throw new UnsupportedMediaTypeError('body.unsupported_type', 'it takes multipart/form-data');
  }
  const parts = await parseParts(request, await decodedBody(request));
  for (const name of [...names, ...optional]) {
    const count = parts.filter((part) => part.name === name).length;
    if (count === 0 && names.includes(name))
      faults.push(fault('body.missing_property', `body.${name}`, 'the part is missing'));
    if (count > 1)
      faults.push(fault('body.invalid_value', `body.${name}`, `the part is given ${count} times; it takes one`));
  }
  for (const { name } of parts) {
    if (!names.includes(name) && !optional.includes(name))
      faults.push(fault('body.unknown_property', `body.${name}`, 'this operation does not know the part'));
  }
  return Object.fromEntries(parts.map(({ name, content }) => [name, content]));
}

function parseParts(request: Request, body: Buffer): Promise<{ name: string; content: Buffer }[]> {
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(InvalidInputError.at('body.invalid_encoding', 'body', 'the body is not valid multipart/form-data'));
    const parts: { name: string; content: Buffer }[] = [];
    const parser = startParser(request);
    if (!parser) return refuse();
    parser.on('field', (name, value) => parts.push({ name, content: Buffer.from(value) }));
    parser.on('file', (name, stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', refuse);
      stream.on('end', () => parts.push({ name, content: Buffer.concat(chunks) }));
    });
    parser.on('error', refuse);
    parser.on('close', () => resolve(parts));
    parser.end(body);
  });
}

/** Undefined if the header has no boundary. */
function startParser(request: Request): busboy.Busboy | undefined {
  try {
    return busboy({
      headers: request.headers,
      limits: { fields: 100, files: 10, fieldSize: bodyLimits(request).maxBodyBytes },
    });
  } catch {
    return undefined;
  }
}
