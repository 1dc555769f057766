import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

const moduleUrl = /new URL\(\s*'(\.{1,2}\/[\w./-]+\.ts)',\s*import\.meta\.url,?\s*\)/g

/** Also builds the modules that run in a thread or process of their own and are named by their URLs. */
const threadModules: Plugin = {
  name: 'thread-modules',
  transform: {
    filter: { id: /\/server\/src\//, code: moduleUrl },
    handler(code, importer) {
      return code.replace(moduleUrl, (_url, module: string) => {
        const id = path.join(path.dirname(importer), module)
        const chunk = this.emitFile({ type: 'chunk', id, name: path.basename(id, '.ts') })
        return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`
      })
    },
  },
  renderChunk(code, { fileName }) {
    const [missed] = /new URL\(\s*["'`]\.[^"'`]*\.ts["'`]/.exec(code) ?? []
    if (missed) this.error(`${fileName} names a source: ${missed}`)
  },
}

const day_ms = 24 * 60 * 60 * 1000
/** Keeps files of builds of the last day: a server that is running loads some files later than others. */
const removeOldFiles: Plugin = {
  name: 'remove-old-files',
  // `scripts/build.mjs` stamps complete builds.
  buildStart: () => rmSync('dist/.sources', { force: true }),
  writeBundle({ dir = '' }, bundle) {
    for (const name of readdirSync(dir)) {
      const file = path.join(dir, name)
      if (!(name in bundle) && statSync(file).mtimeMs < Date.now() - day_ms) rmSync(file)
    }
  },
}

/** They load files of their own: native code, WebAssembly and threads. */
const withOwnFiles = ['@electric-sql/pglite', 'pino', 'sharp', 'vite']
/** They are large, and loaded when they are used. */
const rarelyUsed = ['@hubspot/api-client', 'openai', 'stripe']

/** Bundles the server with its packages: reading few files is several times as fast as reading 3,000. */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  external: [...withOwnFiles, ...rarelyUsed].map((name) => new RegExp(`^${name}(/|$)`)),
  plugins: [threadModules, removeOldFiles],
  logLevel: 'warn',
  output: {
    dir: 'dist',
    // All in one folder that is as deep as `src`, so that `import.meta.dirname` of its files leads to the same folders.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
})
