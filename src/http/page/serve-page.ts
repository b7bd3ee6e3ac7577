import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';

/** Trusted types: a text that becomes markup or script fails in the browser, also if it came from a collected file. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  // Previews of reports, which have a policy of their own.
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export function isPageBuilt(folder: string | undefined): folder is string {
  return folder !== undefined && existsSync(join(folder, 'index.html'));
}

/** Paths that are no addresses of the page: assets, documents of findings, and names of one part with an extension. */
const isOfFiles = /^\/(?:assets\/|findings\/[^/]*[./]|[^/%]+\.[^/%]+$)/;

/**
 * Serves the built page at `/ui`. A path without a file is an address of the page, which reads it itself. A missing file is an unknown
 * path: the page of an older version asks for files of its build.
 * @param folder has `index.html` and `assets`, whose names contain a digest of their content; `.br` and `.gz` files are sent in their place
 */
export function servePage(folder: string): RequestHandler {
  const files = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: { redirect: false, cacheControl: false, setHeaders },
  });
  const router = Router();
  router.get('/ui{/*path}', (request, response, next) => {
    const path = request.path.slice('/ui'.length);
    // Relative addresses work behind a proxy that adds a prefix.
    if (path === '') return response.redirect('ui/');
    return send(path, () => (isOfFiles.test(path) ? next() : send('/index.html', next)));

    function send(file: string, otherwise: () => void): void {
      const { url } = request;
      request.url = file;
      files(request, response, () => {
        request.url = url;
        otherwise();
      });
    }
  });
  router.get('/', (request, response, next) => {
    // A program gets the answer of an unknown path.
    if (request.headers.accept?.includes('text/html')) response.redirect('ui/');
    else next();
  });
  // Express would answer OPTIONS in place of the routes of the service.
  return (request, response, next) =>
    ['GET', 'HEAD'].includes(request.method) ? router(request, response, next) : next();
}

function setHeaders(response: ServerResponse, file: string): void {
  const isAsset = /[/\\]assets[/\\]/.test(file);
  response.setHeader('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-store');
  response.setHeader('Content-Security-Policy', policy);
}
