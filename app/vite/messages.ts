import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import type { AppFeature } from '../src/app-feature.ts'
import { features } from '../src/features.ts'
import { fillFigures } from './figures.ts'

/*
 * Messages are ICU strings in locales/{locale}/{feature}.json. They are compiled at build time, so browsers need no
 * parser: `virtual:messages` contains every dictionary for the server and tests, and `virtual:message-urls` the URLs
 * of the dictionaries for browsers.
 */

const root = new URL('../locales/', import.meta.url)
const locales = ['en', 'sk']
export type Dictionary = Record<string, ReturnType<typeof compileMessageOrThrow>>

/** The fallback locale, whose messages a locale's own override. */
const fallbacks: Record<string, readonly string[]> = { sk: ['en'] }

/** All messages of a locale, merged over its fallback. */
function readDictionary(locale: string): Dictionary {
  return Object.assign({}, ...[...(fallbacks[locale] ?? []), locale].map(readMessages))
}

/** A locale's own compiled messages by `feature.key`. Throws for an invalid message. */
export function readMessages(locale: string): Dictionary {
  const dictionary: Dictionary = {}
  for (const file of readdirSync(new URL(`${locale}/`, root)).sort()) {
    const feature = file.replace(/\.json$/, '')
    // Our own files with string values only; a test reads all of them.
    const messages = JSON.parse(readFileSync(new URL(`${locale}/${file}`, root), 'utf8')) as Record<
      string,
      string
    >
    for (const [key, message] of Object.entries(messages)) {
      dictionary[`${feature}.${key}`] = compileMessageOrThrow(fillFigures(message, locale))
    }
  }
  return dictionary
}

const all: readonly AppFeature[] = features
/** Messages of public pages come with their HTML, so the app's dictionary leaves them out. */
export const siteFeatures = all.flatMap(({ siteMessages = [] }) => siteMessages)
/** Files loaded with the first page that needs them. */
export const lazyFeatures = all.flatMap(({ lazyMessages = [] }) => lazyMessages)
const featureOf = (key: string) => key.split('.')[0] ?? ''
const messagesOf = (locale: string, isIncluded: (feature: string) => boolean) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(readDictionary(locale)).filter(([key]) => isIncluded(featureOf(key)))),
  )
/** Dictionaries the app needs in a browser: immediately, and later. */
const files: Record<string, (locale: string) => string> = {
  messages: (locale) =>
    messagesOf(locale, (name) => !siteFeatures.includes(name) && !lazyFeatures.includes(name)),
  'messages-late': (locale) => messagesOf(locale, (name) => lazyFeatures.includes(name)),
}

const dictionariesId = 'virtual:messages'
const urlsId = 'virtual:message-urls'
const served = /^\/@(messages(?:-late)?)\/(\w+)\.json$/

export function messages(): Plugin {
  let isBuild = false
  // Client and server builds must use the same file name, so it depends only on the content.
  const url = (file: string, locale: string) =>
    isBuild
      ? `/assets/${file}-${locale}-${createHash('sha256')
          .update(files[file]?.(locale) ?? '')
          .digest('hex')
          .slice(0, 8)}.json`
      : `/@${file}/${locale}.json`
  const urls = (file: string) =>
    JSON.stringify(Object.fromEntries(locales.map((locale) => [locale, url(file, locale)])))
  return {
    name: 'ozvi:messages',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === dictionariesId || id === urlsId ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${dictionariesId}`) {
        return `export const dictionaries = {${locales.map((locale) => `${locale}: ${JSON.stringify(readDictionary(locale))}`).join(',')}}`
      }
      if (id === `\0${urlsId}`) {
        return `export const messageUrls = ${urls('messages')}; export const lazyMessageUrls = ${urls('messages-late')}`
      }
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const [file, messagesOf] of Object.entries(files))
        for (const locale of locales)
          this.emitFile({ type: 'asset', fileName: url(file, locale).slice(1), source: messagesOf(locale) })
    },
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (file.startsWith(fileURLToPath(root))) void server.restart()
      })
      server.middlewares.use((request, response, next) => {
        const [, file = '', locale = ''] = served.exec(request.url ?? '') ?? []
        const messagesOf = files[file]
        if (!messagesOf || !locales.includes(locale)) return next()
        response.setHeader('content-type', 'application/json').end(messagesOf(locale))
      })
    },
  }
}
