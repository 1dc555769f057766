import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { routeRules } from '../src/route-rules.ts'

/*
 * What open pages need when a newer build is deployed: `/builds/latest.json` names the newest build,
 * `/builds/{id}.json` has the route rules of one, and files of the last day's builds are kept next to the newest,
 * because open pages still request them.
 */

/** Counted from when a newer build replaced the file. */
const ttl_ms = 24 * 60 * 60 * 1000
/** Above this number the oldest are deleted first; only a development machine builds so often. */
const storedBytesMax = 64 * 1024 * 1024

const virtualId = 'virtual:build'
const development = 'development'
const record = 'superseded.json'

export interface StoredFile {
  name: string
  content: Buffer
  /** When the first build without it was made, in ms since 1970. */
  superseded_at: number
}

/** Files of the build in `build_dir` and of the builds it keeps, newest first; empty without a build. */
export function filesToStore(build_dir: string, now: number): StoredFile[] {
  const assets = path.join(build_dir, 'client', 'assets')
  if (!existsSync(assets)) return []
  const file = path.join(build_dir, record)
  // Written by `storeFiles`.
  const superseded = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<
    string,
    number
  >
  let bytes = 0
  return readdirSync(assets)
    .map((name) => ({ name, superseded_at: superseded[name] ?? now }))
    .filter(({ superseded_at }) => now - superseded_at < ttl_ms)
    .sort((a, b) => b.superseded_at - a.superseded_at)
    .map((stored) => ({ ...stored, content: readFileSync(path.join(assets, stored.name)) }))
    .filter(({ content }) => (bytes += content.length) <= storedBytesMax)
}

/** Restores files of earlier builds that the new build didn't write. */
export function storeFiles(build_dir: string, files: StoredFile[]) {
  const assets = path.join(build_dir, 'client', 'assets')
  mkdirSync(assets, { recursive: true })
  const currentNames = new Set(readdirSync(assets))
  const stored = files.filter(({ name }) => !currentNames.has(name))
  for (const { name, content } of stored) writeFileSync(path.join(assets, name), content)
  const times = Object.fromEntries(stored.map(({ name, superseded_at }) => [name, superseded_at]))
  writeFileSync(path.join(build_dir, record), JSON.stringify(times))
}

/** Equal for equal files, because file names contain a hash of their content. */
export function buildIdOf(names: string[]): string {
  const hashed = names.filter((name) => name.startsWith('assets/')).sort()
  return createHash('sha256').update(hashed.join('\n')).digest('hex').slice(0, 12)
}

const routerChanges = {
  // Reported like other scripts that fail, for `reloadWhenScriptsAreMissing`. If the page stays, the route shows the error.
  'routeModules.js': {
    from: /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
    to: `const failed = new Event('vite:preloadError'); dispatchEvent(failed); await failed.answered;
		return { clientLoader: () => null, default() { throw error; } };`,
  },
  // Scripts of visible links are only preloaded: a page must not reload because a link is visible.
  'links.js': {
    from: /let mod = await loadRouteModule\(route, routeModules\);\s*return mod\.links \?/,
    to: 'let mod = routeModules[route.id]; return mod?.links ?',
  },
}
export type RouterFile = keyof typeof routerChanges
/**
 * The router reloads the page, without a limit, whenever it can't fetch a route's script: usually one of an earlier
 * build.
 *
 * @throws Error if the router's code has changed
 */
export function withoutReload(file: RouterFile, code: string): string {
  const { from, to } = routerChanges[file]
  if (!from.test(code)) throw new Error(`The router’s ${file} has changed`)
  return code.replace(from, to)
}

/** `virtual:build` contains the id of the build, for pages rendered on the server. */
export function builds(): Plugin {
  let isBuild = false
  let build_dir = ''
  let id = development
  let earlier: StoredFile[] = []
  return {
    name: 'ozvi:builds',
    configResolved({ command, root }) {
      isBuild = command === 'build'
      build_dir = path.join(root, 'build')
      // Runs before the folder is emptied.
      if (isBuild) earlier = filesToStore(build_dir, Date.now())
    },
    resolveId: (source) => (source === virtualId ? `\0${virtualId}` : undefined),
    load(module) {
      // The server bundle is built after the browser files.
      if (module === `\0${virtualId}`) return `export const buildId = ${JSON.stringify(id)}`
    },
    transform: {
      filter: { id: /react-router\/dist\/\w+\/lib\/dom\/ssr\/(routeModules|links)\.js$/ },
      handler(code, id) {
        const file = id.endsWith('links.js') ? 'links.js' : 'routeModules.js'
        if (isBuild && this.environment.name === 'client')
          return { code: withoutReload(file, code), map: null }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (this.environment.name !== 'client') return
        id = buildIdOf(Object.keys(bundle))
        const emit = (name: string, data: object) =>
          this.emitFile({ type: 'asset', fileName: `builds/${name}.json`, source: JSON.stringify(data) })
        emit('latest', { id })
        emit(id, { id, rules: routeRules })
      },
    },
    writeBundle() {
      if (isBuild && this.environment.name === 'client') storeFiles(build_dir, earlier)
    },
  }
}
