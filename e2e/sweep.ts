import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openBrowser, startProduct, withOwnChat } from './product.ts'
import { everyLook, furnish, inspect, openLook, publicScreens } from './screens.ts'

/*
 * `npm run sweep`: every screen in every language, width and colour mode, with a picture of each in
 * test-results/screens. Words after the command choose screens by their names.
 */

const wanted = process.argv.slice(2)
const folder = path.join(import.meta.dirname, '../test-results/screens')
mkdirSync(folder, { recursive: true })
const [product, browser] = await Promise.all([startProduct(withOwnChat), openBrowser()])
let faults = 0
let count = 0
function tell(wrong: string[]) {
  for (const fault of wrong) process.stdout.write(`${fault}\n`)
  faults += wrong.length
}
for (const look of everyLook) {
  const { context, complaints } = await openLook(browser, look)
  const guest = await openLook(browser, look)
  const screens = [...publicScreens, ...(await furnish(product, context))].filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  )
  const [page, guestPage] = [await context.newPage(), await guest.context.newPage()]
  for (const screen of screens) {
    const at = screen.is_guest ? guestPage : page
    tell(await inspect(at, product, screen, look))
    const name = `${screen.name.replace(/\W+/g, '-')}-${look.locale}-${look.width}-${look.color}.png`
    await at.screenshot({ path: path.join(folder, name) })
    count += 1
  }
  tell([...complaints(), ...guest.complaints()])
  await Promise.all([context.close(), guest.context.close()])
}
await browser.close()
await product.stop()
process.stdout.write(`${count} screens seen, ${faults} faults; pictures in ${folder}\n`)
process.exitCode = faults > 0 ? 1 : 0
