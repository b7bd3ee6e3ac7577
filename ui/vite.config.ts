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
    // One file of what each view needs is smaller than many.
    rollupOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules.(preact|@preact)|ui.api.(call|send)\.ts|ui.base.(address|format|keys|kind-icon|kind-looks|parts|recent|session|states|theme|environments|hooks|lazy)\.tsx?/,
            },
          ],
        },
      },
    },
  },
});
