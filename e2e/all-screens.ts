import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openBrowser, startAppServer, withSiteChat } from './app-server.ts'
import { allThemes, seedWorkspace, inspect, openInTheme, publicScreens } from './screens.ts'
import { seedStates, startServices } from './screen-states.ts'

/*
 * `npm run sweep`: every screen in every language, width and color mode, with a picture of each in
 * test-results/screens. Words after the command select screens by name; words such as `sk-390-dark` select themes.
 * `--docs` writes the pictures of docs/screens, in two themes.
 */

const words = process.argv.slice(2)
const isForDocs = words.includes('--docs')
const nameOf = ({ locale, width, color }: (typeof allThemes)[number]) => `${locale}-${width}-${color}`
const chosenLooks = words.filter((word) => /^(?:en|sk)-\d+-(?:light|dark)$/.test(word))
const looks = isForDocs && chosenLooks.length === 0 ? ['en-1440-light', 'sk-390-dark'] : chosenLooks
const screenNames = words.filter((word) => word !== '--docs' && !looks.includes(word))
const folder = path.join(import.meta.dirname, isForDocs ? '../docs/screens' : '../test-results/screens')
mkdirSync(folder, { recursive: true })
const services = await startServices()
const [appServer, browser] = await Promise.all([
  startAppServer({ ...withSiteChat, ...services.environment }),
  openBrowser(),
])
let faults = 0
let count = 0
function log(wrong: string[]) {
  for (const fault of wrong) process.stdout.write(`${fault}\n`)
  faults += wrong.length
}
for (const theme of allThemes) {
  if (looks.length > 0 && !looks.includes(nameOf(theme))) continue
  const guest = await openInTheme(browser, theme)
  const member = await openInTheme(browser, theme)
  const states = await openInTheme(browser, theme)
  const sets = [
    { window: guest, screens: publicScreens },
    { window: member, screens: await seedWorkspace(appServer, member.context) },
    { window: states, screens: await seedStates(appServer, states.context, services) },
  ]
  for (const { window, screens } of sets) {
    const page = await window.context.newPage()
    for (const screen of screens) {
      if (screenNames.length > 0 && !screenNames.some((word) => screen.name.includes(word))) continue
      const known = window.complaints().length
      log(await inspect(page, appServer, screen, theme))
      const name = `${screen.name.replace(/\W+/g, '-')}-${nameOf(theme)}`
      await page.screenshot(
        isForDocs
          ? { path: path.join(folder, `${name}.jpg`), type: 'jpeg', quality: 60 }
          : { path: path.join(folder, `${name}.png`) },
      )
      // The app reports the calls that the test makes fail.
      if (!screen.api) log(window.complaints().slice(known))
      count += 1
    }
    await window.context.close()
  }
}
await browser.close()
await appServer.stop()
await services.stop()
process.stdout.write(`${count} screens seen, ${faults} faults; pictures in ${folder}\n`)
process.exitCode = faults > 0 ? 1 : 0
