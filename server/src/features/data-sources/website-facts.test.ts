import { setTimeout as wait } from 'node:timers/promises'
import { readWebsiteFacts } from '@ozvi/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { fakeSite } from '../../../test/fake-site.ts'

const site = await fakeSite()
const inner = await fakeSite()
const server = await testServer({ EGRESS_ALLOW: site.host })
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  site.close()
  inner.close()
})
beforeEach(() => {
  site.pages = {}
  inner.asked = []
})
const { browser } = await server.seed.user()
const read = (path = '/') => browser.call(readWebsiteFacts, { url: site.origin + path })
const nothing = { name: null, locale: null, color: null, icon_url: null }

test('name, language, color and icon are read from the page that the website redirects to', async () => {
  site.pages['/'] = (_request, reply) => reply.writeHead(302, { location: '/sk/' }).end()
  site.pages['/sk/'] = `<!doctype html><html lang="sk-SK"><head><title>Káva – Zelené zrnko</title>
    <meta property="og:site_name" content=" Zelené
      zrnko ">
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000000">
    <meta name="theme-color" content="#0F5132">
    <link rel="shortcut icon" href="favicon.ico"><link rel="apple-touch-icon" href="touch.png">
    <link rel="mask-icon" href="mask.svg"></head><body><meta name="application-name" content="Other"></body>`
  expect(await read()).toEqual({
    name: 'Zelené zrnko',
    locale: 'sk',
    color: '#0f5132',
    icon_url: `${site.origin}/sk/touch.png`,
  })
})
test.each([
  ['<title>Green Bean | Coffee and tea from everywhere</title>', 'Green Bean'],
  ['<meta name="application-name" content="Bean"><title>Welcome</title>', 'Bean'],
  [`<meta property="og:site_name" content="${'x'.repeat(90)}">`, 'x'.repeat(80)],
  [`<title>${'A long word on all that we sell '.repeat(3)}</title>`, null],
  ['<title> </title>', null],
])('the head %.60s names the site %s', async (head, name) => {
  site.pages['/'] = head
  expect((await read()).name).toBe(name)
})
test.each([
  ['#abc', '#aabbcc'],
  ['rgb(15, 81, 50)', '#0f5132'],
  ['rgba(15 81 50 / 1)', '#0f5132'],
  ['rgb(300, 0, 0)', null],
  ['rgba(15, 81, 50, 0.5)', null],
  ['#fefefe', null],
  ['url(javascript:alert(1))', null],
  ['teal', null],
])('the color %s is read as %s', async (written, color) => {
  site.pages['/'] = `<meta name="theme-color" content="${written}">`
  expect((await read()).color).toBe(color)
})
test('a language that the chat doesn’t have and an invalid icon URL are left out', async () => {
  site.pages['/'] = '<html lang="de"><title>Bohne</title><link rel="icon" href="data:image/png;base64,AAAA">'
  expect(await read()).toEqual({ ...nothing, name: 'Bohne' })
})
test('legacy encodings are read, and a wrong declaration is ignored', async () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  // `ľ` and `č` of windows-1250
  site.pages['/'] = (_request, reply) =>
    reply.writeHead(200, { 'content-type': 'text/html' }).end(latin('<title>Z\xe1hrada \xbe\xe8</title>'))
  expect((await read()).name).toBe('Záhrada ľč')
  site.pages['/'] = (_request, reply) =>
    reply.writeHead(200, { 'content-type': 'text/html; charset=no-such' }).end('<title>Bean</title>')
  expect(await read()).toEqual(nothing)
})
test('REL-20 the beginning of a huge page is read, and deep nesting is skipped', async () => {
  site.pages['/'] = (_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).write('<title>Endless</title>')
    const pour = () => {
      while (!reply.destroyed && reply.write(' '.repeat(65_536)));
      if (!reply.destroyed) reply.once('drain', pour)
    }
    pour()
  }
  expect((await read()).name).toBe('Endless')
  site.pages['/'] = `<title>Deep</title>${'<div>'.repeat(2_000)}`
  expect(await read()).toEqual(nothing)
})
test('REL-20 a page that takes too long returns nothing before the caller’s timeout', async () => {
  site.pages['/'] = () => {}
  const from = performance.now()
  expect(await Promise.race([read(), wait(9_000, 'too late')])).toEqual(nothing)
  expect(performance.now() - from).toBeGreaterThan(4_000)
})
test('other content and error pages have no facts', async () => {
  site.pages['/logo.png'] = (_request, reply) =>
    reply.writeHead(200, { 'content-type': 'image/png' }).end('<title>Green Bean</title>')
  expect(await read('/logo.png')).toEqual(nothing)
  site.pages['/broken'] = (_request, reply) =>
    reply.writeHead(500, { 'content-type': 'text/html' }).end('<title>Out of order</title>')
  expect(await read('/broken')).toEqual(nothing)
  expect(await read('/missing')).toEqual(nothing)
})
test('SEC-36 internal addresses, and redirects to them, respond like a missing page', async () => {
  inner.pages['*'] = '<title>Secret</title>'
  site.pages['/'] = (_request, reply) => reply.writeHead(302, { location: `${inner.origin}/` }).end()
  expect(await read()).toEqual(nothing)
  for (const url of [
    `${inner.origin}/`,
    'http://169.254.169.254/latest/',
    'http://[::1]/',
    'http://intranet/',
  ])
    expect(await browser.call(readWebsiteFacts, { url })).toEqual(nothing)
  expect(inner.asked).toEqual([])
})
test('422: an invalid URL is rejected at its field', async () => {
  for (const url of ['', 'green-bean', 'ftp://green-bean.example', 'https://eva:secret@green-bean.example'])
    await expect(browser.call(readWebsiteFacts, { url })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { url: [expect.any(String)] },
    })
})
test('401 409 429: only users who can create a workspace can call it, with a rate limit', async () => {
  const askQuestion = { url: 'http://10.0.0.1/' }
  await expect(server.browser().call(readWebsiteFacts, askQuestion)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  const unverified = await server.seed.user({ is_verified: false })
  await expect(unverified.browser.call(readWebsiteFacts, askQuestion)).rejects.toMatchObject({
    code: 'email_unverified',
  })
  const strict = await testServer({ RATE_LIMITS: 'strict' })
  const eva = await strict.seed.user()
  for (let n = 0; n < 30; n++) expect(await eva.browser.call(readWebsiteFacts, askQuestion)).toEqual(nothing)
  await expect(eva.browser.call(readWebsiteFacts, askQuestion)).rejects.toMatchObject({
    code: 'rate_limited',
  })
  await strict[Symbol.asyncDispose]()
})
