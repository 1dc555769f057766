import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openBrowser, startAppServer, withSiteChat } from './app-server.ts'
import { allThemes, seedWorkspace, inspect, openInTheme, publicScreens } from './screens.ts'

/*
 * `npm run sweep`: every screen in every language, width and colour mode, with a picture of each in
 * test-results/screens. Words after the command choose screens by their names.
 */

const screenNames = process.argv.slice(2)
const folder = path.join(import.meta.dirname, '../test-results/screens')
mkdirSync(folder, { recursive: true })
const [appServer, browser] = await Promise.all([startAppServer(withSiteChat), openBrowser()])
let faults = 0
let count = 0
function log(wrong: string[]) {
  for (const fault of wrong) process.stdout.write(`${fault}\n`)
  faults += wrong.length
}
for (const theme of allThemes) {
  const { context, complaints } = await openInTheme(browser, theme)
  const guest = await openInTheme(browser, theme)
  const screens = [...publicScreens, ...(await seedWorkspace(appServer, context))].filter(
    ({ name }) => screenNames.length === 0 || screenNames.some((word) => name.includes(word)),
  )
  const [page, guestPage] = [await context.newPage(), await guest.context.newPage()]
  for (const screen of screens) {
    const at = screen.is_guest ? guestPage : page
    log(await inspect(at, appServer, screen, theme))
    const name = `${screen.name.replace(/\W+/g, '-')}-${theme.locale}-${theme.width}-${theme.color}.png`
    await at.screenshot({ path: path.join(folder, name) })
    count += 1
  }
  log([...complaints(), ...guest.complaints()])
  await Promise.all([context.close(), guest.context.close()])
}
await browser.close()
await appServer.stop()
process.stdout.write(`${count} screens seen, ${faults} faults; pictures in ${folder}\n`)
process.exitCode = faults > 0 ? 1 : 0
