// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LazyIcon } from '#ui/lazy-icon.tsx'
import { iconPicture, iconRotate_ms, iconTimeout_ms, iconUrlMax, setIconHosts } from './load.ts'
import { iconOf } from './name.ts'

const own = 'https://ozvi.example/api/_icons'
const api = 'https://icons.example'
type Answer = (names: string[]) => Response | Promise<Response>
let answers: Record<string, Answer>
let requestedUrls: string[]
const body = (name: string) => `<path d="M0 0 ${name}"/>`
/** A host that has exactly these icons. */
const having =
  (...known: string[]): Answer =>
  (names) =>
    Response.json({
      prefix: 'lucide',
      icons: Object.fromEntries(
        names.filter((name) => known.includes(name)).map((name) => [name, { body: body(name) }]),
      ),
      not_found: names.filter((name) => !known.includes(name)),
    })
const never: Answer = () => new Promise(() => {})

beforeEach(() => {
  vi.useFakeTimers()
  requestedUrls = []
  vi.stubGlobal('fetch', (url: string, { credentials }: RequestInit) => {
    if (credentials !== 'omit') throw new Error('Hosts of icons get no cookies')
    requestedUrls.push(url)
    const host = [own, api].find((one) => url.startsWith(`${one}/`)) ?? ''
    return Promise.resolve(answers[host]?.(new URL(url).searchParams.get('icons')?.split(',') ?? []))
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
/** Renders icons from hosts with any delay. */
async function draw(...names: string[]) {
  const drawn = Promise.all(names.map(iconPicture))
  await vi.advanceTimersByTimeAsync(2 * iconTimeout_ms)
  return drawn
}
const requestedHosts = () => requestedUrls.map((url) => (url.startsWith(own) ? 'own' : 'api'))

test('S5.03 an icon’s name is lowercase alphanumeric words joined by hyphens, from a collection or our own', async () => {
  expect(iconOf('shopping-cart')).toEqual({ collection: 'lucide', name: 'shopping-cart' })
  expect(iconOf('mdi:home-4')).toEqual({ collection: 'mdi', name: 'home-4' })
  answers = { [own]: having() }
  setIconHosts(own, undefined)
  for (const name of [
    '',
    'Home',
    'home_4',
    '-home',
    'home-',
    'a--b',
    'a b',
    'a:b:c',
    ':a',
    'a:',
    '../a',
    'č',
  ]) {
    expect([name, iconOf(name), await iconPicture(name)]).toEqual([name, null, null])
  }
  expect(requestedUrls).toEqual([])
})
test('S7.18 S9.08 icons are requested in batches, from our own server, in URLs of at most 500 characters', async () => {
  expect([iconUrlMax, iconRotate_ms, iconTimeout_ms]).toEqual([500, 750, 5000])
  const names = Array.from({ length: 60 }, (_, n) => `together-number-${n}`)
  answers = { [own]: having(...names) }
  setIconHosts(own, api)
  const [first] = await draw(...names)
  expect(decodeURIComponent(first ?? '')).toContain(`viewBox="0 0 16 16">${body('together-number-0')}</svg>`)
  expect(requestedUrls.length).toBeGreaterThan(1)
  for (const url of requestedUrls) {
    expect(url.length).toBeLessThanOrEqual(500)
    expect(url).toMatch(/^https:\/\/ozvi\.example\/api\/_icons\/lucide\.json\?icons=together/)
  }
})
test.each([
  ['fails', () => new Response('', { status: 500 })],
  ['has no such collection', () => new Response('', { status: 404 })],
  ['has none of them', having()],
  ['breaks off', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['says nothing of sense', () => new Response('<html>')],
] as [string, Answer][])('S8.10 when our own server %s, the icon API is tried', async (what, answer) => {
  const name = what.replaceAll(' ', '-')
  answers = { [own]: answer, [api]: having(name) }
  setIconHosts(own, api)
  expect(await draw(name)).toEqual([expect.stringContaining('data:image/svg+xml')])
  expect(requestedHosts()).toEqual(['own', 'api'])
  // After any result, the next icon is requested from our own server first.
  answers = { [own]: having(`${name}-2`), [api]: never }
  await draw(`${name}-2`)
  expect(requestedHosts()).toEqual(['own', 'api', 'own'])
})
test('S8.10 icons that our own server lacks are requested from the icon API, next to those that it has', async () => {
  answers = { [own]: having('in-own'), [api]: having('only-there') }
  setIconHosts(own, api)
  const [home, there, nowhere] = await draw('in-own', 'only-there', 'in-neither')
  expect(decodeURIComponent(home ?? '')).toContain(body('in-own'))
  expect(decodeURIComponent(there ?? '')).toContain(`viewBox="0 0 16 16">${body('only-there')}</svg>`)
  expect(nowhere).toBeNull()
  expect(requestedUrls).toEqual([
    `${own}/lucide.json?icons=in-neither,in-own,only-there`,
    `${api}/lucide.json?icons=in-neither,only-there`,
  ])
})
test('S8.10 icons that our own server has are drawn while the icon API fails', async () => {
  answers = { [own]: having('drawn'), [api]: () => new Response('', { status: 500 }) }
  setIconHosts(own, api)
  const [drawn, lost] = await draw('drawn', 'lost')
  expect(decodeURIComponent(drawn ?? '')).toContain(body('drawn'))
  expect(lost).toBeNull()
})
test('S8.10 icons that our own server has are drawn at once while the icon API never answers', async () => {
  answers = { [own]: having('prompt'), [api]: never }
  setIconHosts(own, api)
  const [prompt, late] = [iconPicture('prompt'), iconPicture('late')]
  await vi.advanceTimersByTimeAsync(iconRotate_ms - 1)
  expect(await Promise.race([prompt, Promise.resolve('not yet')])).toContain('svg')
  expect(await Promise.race([late, Promise.resolve('not yet')])).toBe('not yet')
  await vi.advanceTimersByTimeAsync(2 * iconTimeout_ms)
  expect(await late).toBeNull()
  expect(requestedUrls).toEqual([`${own}/lucide.json?icons=late,prompt`, `${api}/lucide.json?icons=late`])
})
test('S9.08 a host silent for 750 ms is joined by the next one', async () => {
  answers = { [own]: never, [api]: having('slow') }
  setIconHosts(own, api)
  const drawn = iconPicture('slow')
  await vi.advanceTimersByTimeAsync(iconRotate_ms - 1)
  expect(requestedHosts()).toEqual(['own'])
  await vi.advanceTimersByTimeAsync(20)
  expect(requestedHosts()).toEqual(['own', 'api'])
  await vi.advanceTimersByTimeAsync(20)
  expect(await drawn).toContain('svg')
})
test('S8.10 S9.08 an icon that no host returns in time is missing and isn’t requested again', async () => {
  answers = { [own]: having(), [api]: never }
  setIconHosts(own, api)
  expect(await draw('nowhere')).toEqual([null])
  expect(requestedHosts()).toEqual(['own', 'api'])
  expect(await draw('nowhere')).toEqual([null])
  expect(requestedUrls.length).toBe(2)
})
test('S9.08 an icon is missing 5000 ms after each host has been silent for 750 ms', async () => {
  answers = { [own]: never, [api]: never }
  setIconHosts(own, api)
  const drawn = iconPicture('silent')
  const state = () => Promise.race([drawn, Promise.resolve('pending')])
  await vi.advanceTimersByTimeAsync(2 * 750 + 20)
  expect(requestedHosts()).toEqual(['own', 'api'])
  await vi.advanceTimersByTimeAsync(5000 - 40)
  expect(await state()).toBe('pending')
  await vi.advanceTimersByTimeAsync(40)
  expect(await state()).toBeNull()
})
test('S7.18 without an icon API only our own server is requested', async () => {
  answers = { [own]: having(), [api]: having('at-home') }
  setIconHosts(own, undefined)
  expect(await draw('at-home')).toEqual([null])
  expect(requestedHosts()).toEqual(['own'])
})
test('S8.10 a loading icon reserves its space, renders when it arrives, and is marked if missing', async () => {
  vi.useRealTimers()
  const at = `${location.origin}/api/_icons`
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toBe(`${at}/lucide.json?icons=shown-one,unknown-one`)
    return having('shown-one')(['shown-one', 'unknown-one'])
  })
  const { container } = render(
    <>
      <LazyIcon name="shown-one" size={24} />
      <LazyIcon name="lucide:unknown-one" />
    </>,
  )
  const [shown, missing] = container.querySelectorAll('span')
  expect([shown?.style.width, shown?.style.height, shown?.ariaHidden]).toEqual(['24px', '24px', 'true'])
  await vi.waitFor(() => expect(shown?.dataset.iconState).toBe('shown'))
  expect(missing?.dataset.iconState).toBe('missing')
})
