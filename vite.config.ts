// Builds the four kinds of bundle; `vite build --mode renderer|main|preload|engine`. See docs/architecture.md.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

const root = import.meta.dirname ?? process.cwd();

/** Entries of the engine: itself, its processes and its worker threads, and the command line. */
export const engineEntries = {
  engine: 'electron/engine/engine.ts',
  library: 'electron/engine/library.ts',
  'parse-process': 'electron/engine/load/parse-process.ts',
  'text-worker': 'electron/engine/chunk/text-worker.ts',
  'embed-worker': 'electron/engine/embed/embed-worker.ts',
  'trial-worker': 'electron/engine/models/trial-worker.ts',
  'store-worker': 'electron/engine/store/store-worker.ts',
  'free-worker': 'electron/engine/store/free-worker.ts',
  'search-worker': 'electron/engine/search/search-worker.ts',
  cli: 'electron/cli/cli.ts',
};

const nativeModules = ['electron', 'onnxruntime-node', 'onnxruntime-common', 'hnswlib-node', '@photostructure/sqlite'];

function nodeBundle(outDir: string, input: Record<string, string>, format: 'es' | 'cjs'): UserConfig {
  return {
    root,
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input,
        external: nativeModules,
        output: {
          format,
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].mjs',
          chunkFileNames: 'chunks/[name]-[hash].mjs',
        },
      },
    },
    ssr: { noExternal: true, external: nativeModules },
    // transformers.js imports an image library at load; text needs none, so it is never shipped.
    resolve: { alias: { sharp: resolve(root, 'electron/engine/embed/no-images.ts') } },
  };
}

export default defineConfig(({ mode }): UserConfig => {
  switch (mode) {
    case 'main':
      return nodeBundle('dist/main', { main: 'electron/main/main.ts' }, 'es');
    case 'preload':
      return nodeBundle('dist/preload', { preload: 'electron/preload/preload.ts' }, 'cjs');
    case 'engine':
      return nodeBundle('dist/engine', engineEntries, 'es');
    default:
      return {
        root: resolve(root, 'renderer'),
        base: './',
        plugins: [react()],
        html: { cspNonce: 'NONCE_PLACEHOLDER' },
        build: {
          target: 'chrome130',
          outDir: resolve(root, 'dist/renderer'),
          emptyOutDir: true,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          sourcemap: true,
          // Read from the disk, not from a network: React with Mantine and pdf.js may each be one large file.
          chunkSizeWarningLimit: 2_000,
        },
      };
  }
});
