import type { Request } from 'express';
import { UnsupportedMediaTypeError } from '../../base/errors.js';

const encodings = {
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
} as const;

/** How a body is packed for its way here. */
export type BodyEncoding = (typeof encodings)[keyof typeof encodings];

/** @throws UnsupportedMediaTypeError for an encoding that is not known */
export function bodyEncoding(request: Request): BodyEncoding {
  const name = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (isKnown(name)) return encodings[name];
  const known = Object.keys(encodings).slice(1).join(', ');
  throw new UnsupportedMediaTypeError('body.unsupported_encoding', `${name} is not supported; supported are ${known}`);
}

function isKnown(name: string): name is keyof typeof encodings {
  return Object.hasOwn(encodings, name);
}
