import { join } from 'node:path';
import { findProjectFolder } from '../../base/config/product-version.js';

/** The folder of the built page; undefined if only compiled files were copied. In the package it is beside the bundle (scripts/release/bundle.mjs). */
export function pageFolder(): string | undefined {
  const project = findProjectFolder();
  return project && join(project, 'dist', 'ui');
}
