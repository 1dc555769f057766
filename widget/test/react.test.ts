import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { build, type Rollup } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { public_key } from './back-end.ts'
import { openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

const folder = path.join(import.meta.dirname, '../../react')
/** The application with the built package. */
async function bundle(): Promise<string> {
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: folder })
  const output = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: { alias: { '../../react/src/index.ts': path.join(folder, 'dist/index.js') } },
    build: { write: false, lib: { entry: 'react-app.ts', formats: ['es'] } },
  })
  // One input without `watch` gives one or more outputs.
  const [first] = [output].flat() as Rollup.RollupOutput[]
  return first?.output[0].code ?? ''
}

test('the React package adds one script tag, passes commands and events on, and shuts the chat down at the last unmount', async () => {
  const { back_end, visit, close } = await scene(browser)
  const code = await bundle()
  back_end.pages.set('/react-app.js', { type: 'text/javascript', body: code })
  back_end.pages.set('/react', {
    type: 'text/html',
    body: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body data-url="${back_end.origin}" data-public-key="${public_key}"><div id="root"></div><script type="module" src="/react-app.js"></script>`,
  })
  const { page, panel, launcher, errors } = await visit('/react')
  const tags = page.locator('script[data-key]')
  await launcher.waitFor()
  // A component that is mounted after the chat has loaded.
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByText('ready', { exact: false }).waitFor()
  // Two components in strict mode: mounted four times.
  expect(await tags.count()).toBe(1)
  await page.getByRole('button', { name: 'Ask' }).click()
  await panel.getByText('You have 30 days').first().waitFor()
  await page.getByText('ready opened').waitFor()
  await expect.poll(() => [...back_end.visitors.values()].map(({ name }) => name)).toEqual(['Jana'])
  const fewer = page.getByRole('button', { name: 'Fewer' })
  await fewer.click()
  expect(await launcher.isVisible()).toBe(true)
  await fewer.click()
  await launcher.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'More' }).click()
  await launcher.waitFor()
  expect(await tags.count()).toBe(1)
  expect(errors).toEqual([])
  await close()
})
