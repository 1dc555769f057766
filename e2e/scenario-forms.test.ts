import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test(
  'S2.09 an editor publishes a pre-chat form, and a visitor corrects and sends it before the team takes over',
  { timeout: 90_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en/app/i/${id}/scenario`)
    await page.getByText('No scenarios yet').waitFor()
    await page.getByRole('button', { name: 'New scenario' }).click()
    await page.getByRole('dialog').getByLabel('Start from').selectOption('Pre-chat form')
    await page.getByRole('dialog').getByRole('button', { name: 'Create scenario' }).click()
    await page.getByText('Tell us who you are').first().click()
    await page.getByRole('region', { name: 'Field 4' }).getByLabel('Shown').waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()

    // The test panel validates values as the server does, with the same texts.
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByRole('button', { name: 'Start test' }).click()
    const tried = page.frameLocator('iframe[title="Test chat"]')
    await tried.getByRole('button', { name: 'Send form' }).click()
    await tried.getByText('This field is required.').first().waitFor()
    await tried.getByLabel('Name').fill('Zuzana')
    await tried.getByLabel('Email').fill('zuzana@example.com')
    await tried.getByLabel('What’s it about?').selectOption('Something else')
    await tried.getByRole('checkbox').check()
    await tried.getByRole('button', { name: 'Send form' }).click()
    await tried.getByText('Email: zuzana@example.com').waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 1 published', { exact: true }).waitFor()
    const reply = await context.request.get(`${appServer.origin}/api/integration/${id}`)
    // Returned by every call of the contract.
    const { data } = (await reply.json()) as { data: { public_key: string } }

    const shop = await browser.newContext({ locale: 'sk', viewport: { width: 390, height: 844 } })
    const shopComplaints = watchConsole(shop)
    const visit = await shop.newPage()
    await visit.goto(`${appServer.origin}/sk/preview?key=${data.public_key}`)
    const site = visit.frameLocator('iframe')
    await site.locator('#ozvi .launcher').click()
    const panel = site.frameLocator('iframe')
    await panel.getByLabel('Meno').fill('Zuzana')
    await panel.getByLabel('E-mail').fill('zuzana')
    await panel.getByLabel('O čo ide?').selectOption('Moja objednávka')
    await panel.getByLabel('Číslo objednávky').fill('4711')
    await panel.getByRole('button', { name: 'Odoslať formulár' }).click()
    await panel.getByText('Zadajte e-mailovú adresu').waitFor()
    expect(await panel.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
    // The input survives a question, after which the form is shown again, and a reload.
    await panel.locator('textarea').fill('Prečo to potrebujete?')
    await panel.locator('textarea').press('Enter')
    await panel.getByText('Povedzte nám, kto ste').nth(1).waitFor()
    await visit.reload()
    await site.locator('#ozvi .launcher').click()
    await panel.getByLabel('Číslo objednávky').waitFor()
    expect(await panel.getByLabel('Číslo objednávky').inputValue()).toBe('4711')
    await panel.getByLabel('E-mail').fill('zuzana@example.com')
    await panel.getByLabel('Súhlasím s použitím').check()
    await panel.getByRole('button', { name: 'Odoslať formulár' }).click()
    await panel.getByText('Ďakujeme, Zuzana.').waitFor()
    await panel.getByText('Číslo objednávky: 4711').waitFor()
    expect(await panel.getByRole('button', { name: 'Odoslať formulár' }).count()).toBe(0)
    // A person will reply, and the address is known.
    await panel.getByText('odovzdal nášmu tímu').waitFor()
    expect(await panel.getByRole('heading', { name: 'Kam vám môžeme odpovedať?' }).count()).toBe(0)

    await page.goto(`${appServer.origin}/en/app/i/${id}/conversation?view=all`)
    await page.getByText('Zuzana').first().click()
    await page.getByText('E-mail: zuzana@example.com').first().waitFor()
    await page.getByText('Form: Meno, E-mail').first().waitFor()
    // The contact shows which scenario set its details.
    const source = 'Scenario “Pre-chat form”'
    await page.getByRole('button', { name: `Email zuzana@example.com ${source}` }).waitFor()
    await page.getByRole('button', { name: `Name Zuzana ${source}` }).waitFor()
    await page.getByRole('link', { name: 'Zuzana', exact: true }).first().click()
    await page.getByText(`${source} updated details`).first().waitFor()
    // The browser reports the response 422.
    expect([...complaints, ...shopComplaints.filter((line) => !line.includes('422'))]).toEqual([])
    await shop.close()
    await context.close()
  },
)
