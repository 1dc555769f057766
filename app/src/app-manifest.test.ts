import type { EntryContext } from 'react-router'
import { expect, test } from 'vitest'
import { appManifest, appManifestFiles } from './app-manifest.ts'

type Manifest = EntryContext['manifest']
const parents = {
  root: undefined,
  unmatched: 'root',
  'layout-site___en': 'root',
  index___en: 'layout-site___en',
  'layout-default___en': 'root',
  app___en: 'layout-default___en',
  'layout-inbox___en': 'layout-default___en',
  inbox___en: 'layout-inbox___en',
  'layout-default___sk': 'root',
  app___sk: 'layout-default___sk',
}
// Only addresses and parents are looked at.
const whole = {
  url: '/assets/manifest-1a2b3c4d.js',
  routes: Object.fromEntries(Object.entries(parents).map(([id, parentId]) => [id, { id, parentId }])),
} as unknown as Manifest

test('the browser’s router has the app’s pages in one language and a route for every other URL', () => {
  const own = appManifest(whole, 'en')
  expect(Object.keys(own.routes)).toEqual([
    'root',
    'unmatched',
    'layout-default___en',
    'app___en',
    'layout-inbox___en',
    'inbox___en',
  ])
  expect(own.url).toBe('/assets/manifest-1a2b3c4d.en.js')
})
test('each language has a manifest equal to the server’s', () => {
  const files = appManifestFiles(whole)
  expect(Object.keys(files)).toEqual(['/assets/manifest-1a2b3c4d.en.js', '/assets/manifest-1a2b3c4d.sk.js'])
  const manifest = files['/assets/manifest-1a2b3c4d.sk.js']?.replace(/^.*?=|;$/g, '') ?? ''
  expect(JSON.parse(manifest)).toEqual(JSON.parse(JSON.stringify(appManifest(whole, 'sk'))))
})
test('development uses one list of files for all languages', () => {
  const url = '/@id/__x00__virtual:react-router/browser-manifest'
  expect(appManifest({ ...whole, url }, 'en').routes).toBe(whole.routes)
})
