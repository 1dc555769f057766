import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { offlinePage } from '../worker/offline-page.ts'
import { buildIdOf } from './builds.ts'

/*
 * Builds the service worker: one file without imports, with a fixed name. It contains the id of its build, so every
 * build has a new worker.
 */

const entry = fileURLToPath(new URL('../worker/service-worker.ts', import.meta.url))

/** The offline page with the messages of a locale. */
export function offlinePageIn(locale: 'en' | 'sk') {
  const file = new URL(`../locales/${locale}/errors.json`, import.meta.url)
  // Our own files with string values only.
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const word = (key: string) => messages[`offline_${key}`] ?? ''
  return offlinePage(locale, { title: word('title'), text: word('text'), retry: word('retry') })
}

/** The worker's code for one build. */
export async function buildServiceWorker(build_id: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __BUILD_ID__: JSON.stringify(build_id),
      __OFFLINE__: JSON.stringify({ en: offlinePageIn('en'), sk: offlinePageIn('sk') }),
    },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  // A single input without watch mode has a single output file.
  const [chunk] = (result as Rolldown.RolldownOutput).output
  return chunk.code
}

export function serviceWorker(): Plugin {
  return {
    name: 'ozvi:service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        if (this.environment.name !== 'client') return
        const source = await buildServiceWorker(buildIdOf(Object.keys(bundle)))
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}
