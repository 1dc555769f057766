import { afterAll, expect, test, vi } from 'vitest'
import { axeFaults, openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

/** One gray pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const picture = { name: 'screen.png', mimeType: 'image/png', buffer: pixel }
const text = { name: 'steps.txt', mimeType: 'text/plain', buffer: Buffer.from('First I pressed Pay.') }

test.concurrent('files are selected, previewed and removed, and sent with or without text', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { page, panel, errors, open, begin } = await visit()
  await open()
  await begin('It does not work')
  await panel.getByText('· Sent').waitFor()
  await panel.locator('input[type=file]').setInputFiles([picture, text, { ...text, name: 'setup.exe' }])
  const tray = panel.getByRole('list', { name: 'Attachments' })
  await tray.getByText('This file type isn’t supported.').waitFor()
  expect(await panel.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
  expect(await axeFaults(page)).toEqual([])
  await tray.getByRole('button', { name: 'Remove setup.exe' }).click()
  await panel.getByRole('button', { name: 'Send' }).click()
  await vi.waitFor(() => expect([...back_end.threads.values()][0]?.messages).toHaveLength(2))
  expect(await tray.count()).toBe(0)
  const [, message] = [...back_end.threads.values()][0]?.messages ?? []
  expect(message?.body).toBe('')
  expect(message?.attachments.map(({ name }) => name)).toEqual(['screen.png', 'steps.txt'])
  const shown = panel.getByRole('img', { name: 'screen.png' })
  await vi.waitFor(async () => expect(await shown.getAttribute('src')).toMatch(/^blob:/))
  const saving = page.waitForEvent('download')
  await panel.getByRole('button', { name: /steps\.txt/ }).click()
  expect((await saving).suggestedFilename()).toBe('steps.txt')
  expect(await axeFaults(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a chat without files has no button for them and ignores dropped ones', async () => {
  const { back_end, visit, close } = await scene(browser, { look: { behavior: { accepts_files: false } } })
  const { page, panel, errors, open, begin } = await visit()
  await open()
  await begin('Hello')
  await panel.getByText('· Sent').waitFor()
  expect(await panel.getByRole('button', { name: 'Attach files' }).count()).toBe(0)
  await panel.locator('body').evaluate((body) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.txt', { type: 'text/plain' }))
    for (const name of ['dragover', 'drop'])
      body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }))
  })
  expect(await panel.getByRole('list', { name: 'Attachments' }).count()).toBe(0)
  expect(back_end.files.size).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a first message with a file needs text, which arrives before the file', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { page, panel, errors, open } = await visit()
  await open()
  await panel.locator('.ask').click()
  await panel.locator('input[type=file]').setInputFiles([picture])
  await panel.getByText('Add a few words to your first files.').waitFor()
  const send = panel.getByRole('button', { name: 'Send' })
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  expect(await axeFaults(page)).toEqual([])
  await panel.getByRole('textbox', { name: /message/ }).fill('Here is what I see')
  await send.click()
  await vi.waitFor(() => expect([...back_end.threads.values()][0]?.messages).toHaveLength(2))
  const messages = [...back_end.threads.values()][0]?.messages ?? []
  expect(messages.map(({ body, attachments }) => [body, attachments.map(({ name }) => name)])).toEqual([
    ['Here is what I see', []],
    ['', ['screen.png']],
  ])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a file is pasted into the message, or dropped on the panel', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, open, begin } = await visit()
  await open()
  await begin('It does not work')
  await panel.getByText('· Sent').waitFor()
  const field = panel.getByRole('textbox', { name: /message/ })
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['a'], 'pasted.txt', { type: 'text/plain' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['b'], 'dropped.txt', { type: 'text/plain' }))
    for (const name of ['dragover', 'drop'])
      element.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
  })
  await field.fill('Both of them')
  await vi.waitFor(() => expect(back_end.files.size).toBe(2))
  await field.press('Enter')
  await vi.waitFor(() => expect([...back_end.threads.values()][0]?.messages).toHaveLength(2))
  const [, message] = [...back_end.threads.values()][0]?.messages ?? []
  expect(message?.attachments.map(({ name }) => name).sort()).toEqual(['dropped.txt', 'pasted.txt'])
  await close()
})

test.concurrent('REL-34 a file sent offline is kept across a reload and arrives once, with its message', async () => {
  const { back_end, context, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const first = await visit()
  await first.open()
  await first.begin('First')
  await first.panel.getByText('· Sent').waitFor()
  await context.setOffline(true)
  await first.panel.locator('input[type=file]').setInputFiles([text])
  await first.panel.getByText('Will be sent with your message').waitFor()
  await first.write('What I did')
  await first.panel.getByText('Waiting for connection…').waitFor()
  back_end.fall()
  await context.setOffline(false)
  await first.page.close()
  back_end.rise()
  const second = await visit()
  await second.open()
  await vi.waitFor(() => expect([...back_end.threads.values()][0]?.messages).toHaveLength(2), 20_000)
  const [, message] = [...back_end.threads.values()][0]?.messages ?? []
  expect([message?.body, message?.attachments.map(({ name }) => name)]).toEqual(['What I did', ['steps.txt']])
  expect([...back_end.files.values()].map(({ bytes }) => bytes.toString())).toEqual(['First I pressed Pay.'])
  await close()
})
