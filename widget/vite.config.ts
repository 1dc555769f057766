import { defineConfig, type UserConfig } from 'vite'
import { framePages } from './frame-page.ts'

/** Where the server shows `dist`: `widget.js` at the root, everything else below `/widget/`. */
const base = '/widget/'

/** React source, built on Preact: a third of the weight on the visitor's line. */
const panel: UserConfig = {
  base,
  plugins: [framePages(base)],
  resolve: {
    alias: {
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom/client': 'preact/compat/client',
      react: 'preact/compat',
    },
  },
  build: {
    modulePreload: false,
    rolldownOptions: {
      input: 'src/panel/main.tsx',
      output: {
        entryFileNames: 'panel/panel-[hash].js',
        chunkFileNames: 'panel/[name]-[hash].js',
        assetFileNames: 'panel/[name]-[hash][extname]',
      },
    },
  },
}
/** A classic script in one file, whose name never changes because customers' pages contain it. */
const embed: UserConfig = {
  build: {
    emptyOutDir: false,
    rolldownOptions: {
      input: 'src/embed.ts',
      output: { format: 'iife', entryFileNames: 'widget.js' },
    },
  },
}
/** Loaded by `widget.js` when it is needed; next to it, and as fresh. */
const loaded = (name: string): UserConfig => ({
  build: {
    emptyOutDir: false,
    rolldownOptions: {
      input: `src/${name}.ts`,
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: `widget-${name}.js` },
    },
  },
})
const builds: Record<string, UserConfig> = { embed, title: loaded('title'), triggers: loaded('triggers') }
export default defineConfig(({ mode }) => builds[mode] ?? panel)
