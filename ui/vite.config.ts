import { defineConfig } from 'vite';

export default defineConfig({
  base: '/ui/',
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/ui',
    emptyOutDir: true,
    target: 'es2023',
    // A data: address would break the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
