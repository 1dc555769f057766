import path from 'node:path'
import { defineConfig, type Plugin } from 'rolldown'

const moduleUrl = /new URL\('(\.{1,2}\/[\w./-]+\.ts)', import\.meta\.url\)/g

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
}

/** They load files of their own: native code, WebAssembly and threads. */
const withOwnFiles = ['@electric-sql/pglite', 'pino', 'sharp', 'vite']
/** They are large, and loaded when they are used. */
const rarelyUsed = ['@hubspot/api-client', 'openai', 'stripe']

/** Bundles the server with its packages: reading few files is several times as fast as reading 3,000. */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  external: [...withOwnFiles, ...rarelyUsed],
  plugins: [threadModules],
  logLevel: 'warn',
  output: {
    dir: 'dist',
    cleanDir: true,
    // All in one folder that is as deep as `src`, so that `import.meta.dirname` leads to the same files.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
})
