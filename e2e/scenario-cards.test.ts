import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { callerIn, createTestUser, publicKeyOf } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test(
  'cards are built in the editor and published; a visitor on a phone scrolls through them and chooses one, and the team sees which',
  { timeout: 90_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const call = callerIn(appServer, context)
    const scenario = crypto.randomUUID()
    await call('PUT', `/api/integration/${id}/scenario/${scenario}`, {
      name: 'Cups',
      flow: {
        trigger: { kind: 'conversation_started' },
        locales: ['en'],
        start_step_id: 'cups',
        steps: [
          { id: 'cups', kind: 'cards', cards: [{ id: 'first', title: {}, text: {} }] },
          { id: 'bye', kind: 'question', text: { en: 'Where should we send it?' }, next: 'team' },
          { id: 'team', kind: 'hand_over', reason: 'Wants a cup' },
        ],
      },
    })
    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en/app/i/${id}/scenario/${scenario}`)
    const red = await page.screenshot({ clip: { x: 0, y: 0, width: 640, height: 360 } })
    await page.locator('.react-flow__node[data-id=cups]').click()
    const panel = page.getByRole('complementary')
    const first = panel.getByRole('region', { name: 'Card 1' })
    await first
      .getByLabel('Choose image')
      .setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: red })
    await first.getByLabel('Image description').fill('A red cup')
    await first.getByLabel('Title').fill('Red cup')
    await first.getByLabel('Text (optional)').fill('Holds half a liter')
    await first.getByRole('button', { name: 'Add button' }).click()
    await first.getByLabel('Button 1', { exact: true }).fill('Choose')
    await panel.getByRole('button', { name: 'Add card' }).click()
    const second = panel.getByRole('region', { name: 'Card 2' })
    await second.getByLabel('Title').fill('Blue cup')
    await second.getByLabel('Button 1', { exact: true }).fill('See it')
    await second.getByLabel('Action of button 1').selectOption('link')
    await second.getByLabel('Link of button 1').fill('http://shop.example/blue')
    await second.getByText('Not valid').waitFor()
    await second.getByLabel('Link of button 1').fill('https://shop.example/blue')
    await panel.getByLabel('Red cup: Choose', { exact: true }).selectOption('bye')
    await page.getByRole('button', { name: 'No problems' }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 1 published', { exact: true }).waitFor()

    const key = await publicKeyOf(appServer, context, id)
    const phone = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 844 } })
    const phoneComplaints = watchConsole(phone)
    const visit = await phone.newPage()
    await visit.goto(`${appServer.origin}/en/preview?key=${key}`)
    const site = visit.frameLocator('iframe')
    await site.locator('#ozvi .launcher').click()
    const chat = site.frameLocator('iframe')
    await chat.locator('.ask').click()
    await chat.locator('textarea').fill('Hello')
    await chat.locator('textarea').press('Enter')
    const cards = chat.getByRole('region', { name: 'Cards' }).getByRole('listitem')
    await cards.first().waitFor()
    expect(await cards.count()).toBe(2)
    const image = chat.getByRole('img', { name: 'A red cup' })
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
    const link = chat.getByRole('link', { name: /^See it/ })
    expect(await link.getAttribute('href')).toBe('https://shop.example/blue')
    await chat.getByRole('button', { name: 'Next card' }).click()
    await expect
      .poll(() => cards.last().evaluate((card) => card.getBoundingClientRect().right))
      .toBeLessThan(391)
    await chat.getByRole('button', { name: 'Previous card' }).click()
    await chat.getByRole('button', { name: 'Red cup: Choose' }).click()
    await chat.locator('.mine').getByText('Red cup: Choose').waitFor()
    // The links stay, the replies don't.
    await chat.getByRole('button', { name: 'Red cup: Choose' }).waitFor({ state: 'detached' })
    expect(await link.count()).toBe(1)

    await page.goto(`${appServer.origin}/en/app/i/${id}/conversation?view=automated`)
    await page.getByText('Where should we send it?').first().click()
    const thread = page.getByRole('list', { name: 'Cards' })
    await thread.getByText('Holds half a liter').waitFor()
    await thread.getByText('Chosen by the customer').waitFor()
    expect([...complaints, ...phoneComplaints]).toEqual([])
    await phone.close()
    await context.close()
  },
)
