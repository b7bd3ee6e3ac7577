import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The files of Swagger UI that the reference page loads. */
export const pageFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** The folder of these files: the installed package, or a folder beside the bundle (scripts/release/bundle.mjs). */
export const pageFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
