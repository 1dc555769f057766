import { afterAll, expect, inject, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { callAsVisitor, callerIn, createTestUser, publicKeyOf } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('an admin connects a language model and an embedding model; the key is never shown again', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const id = await createTestUser(appServer, context)
  const call = callerIn(appServer, context)
  const rule = { id: crypto.randomUUID(), name: 'House rules', body: 'Pets are welcome on the ground floor.' }
  await call('POST', `/api/integration/${id}/data-source/text`, rule)
  const { base_url, key } = inject('model')
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/assistant`)
  await page.getByRole('link', { name: 'Language model', exact: true }).click()
  await page.getByText('No language model is connected.').waitFor()

  await page.getByLabel('Base URL').fill(base_url)
  await page.getByLabel('Model', { exact: true }).fill('small-model')
  await page.getByLabel('API key').fill(key)
  await page.getByLabel('Embedding model').fill('small-embedding')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your own language model is connected.').waitFor()
  await page.getByText('A key is stored.').waitFor()
  await page.getByText('The only passage can be found by meaning.').waitFor()
  await page.getByRole('button', { name: 'Send a test request' }).click()
  await page.getByText(/The embedding model answered in .* with a vector of 64 numbers/).waitFor()
  await page.reload()
  await page.getByText('Your own language model is connected.').waitFor()
  expect(await page.getByLabel('API key').inputValue()).toBe('')
  expect(await page.content()).not.toContain(key)
  expect(complaints).toEqual([])
})

test('a teammate lets the language model fix a reply, and adds its summary to a note', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const id = await createTestUser(appServer, context)
  const call = callerIn(appServer, context)
  const public_key = await publicKeyOf(appServer, context, id)
  const opening = { public_key, host_origin: appServer.origin, locale: 'en' }
  const { token } = await callAsVisitor<{ token: string }>(appServer, 'POST', 'session', opening)
  const conversation = crypto.randomUUID()
  const question = { id: crypto.randomUUID(), body: 'When do you open?', locale: 'en' }
  await callAsVisitor(appServer, 'POST', `conversation/${conversation}/message`, question, token)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}/conversation/${conversation}`)
  const composer = page.getByRole('textbox', { name: /^Reply to/ })
  await composer.fill('Helo, we open at 9.')
  const menu = page.getByRole('button', { name: 'Copilot' })
  await menu.click()
  await page.getByText('Connect a language model to rewrite, translate and summarize.').waitFor()
  await page.keyboard.press('Escape')

  await call('PUT', `/api/integration/${id}/language-model`, { ...inject('model'), chat_model: 'test-model' })
  await page.reload()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Fix spelling and grammar' }).click()
  await expect.poll(() => composer.inputValue()).toBe('Hello, we open at 9.')
  await page.keyboard.press('Control+z')
  expect(await composer.inputValue()).toBe('Helo, we open at 9.')

  await menu.click()
  await page.getByRole('menuitem', { name: 'Translate the conversation' }).click()
  const translation = page.getByRole('dialog', { name: 'Translation' })
  await translation.getByText('Translated', { exact: true }).first().waitFor()
  await translation.getByText('Show original').first().click()
  await page.keyboard.press('Escape')

  await menu.click()
  await page.getByRole('menuitem', { name: 'Summarize the conversation' }).click()
  await page.getByText('The customer asks about the opening hours.').waitFor()
  await page.getByRole('button', { name: 'Add to note' }).click()
  const note = page.getByRole('textbox', { name: 'Note to the team' })
  expect(await note.inputValue()).toBe('The customer asks about the opening hours.')
  expect(complaints).toEqual([])
})
