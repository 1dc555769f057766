import { afterAll, expect, test, vi } from 'vitest'
import { openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

test.concurrent('REL-34 what is written offline is sent once and in order, across a reload and two tabs', async () => {
  const { back_end, context, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const first = await visit()
  await first.open()
  await first.begin('First')
  await first.panel.getByText('· Sent').waitFor()
  const second = await visit()
  await second.open()
  await second.panel.locator('.rows .row').first().click()
  await vi.waitFor(async () => expect(await second.bubbles()).toEqual(['First']))
  await context.setOffline(true)
  for (const text of ['Second', 'Third']) await first.write(text)
  await second.write('Fourth')
  await first.panel.getByText('Waiting for connection…').first().waitFor()
  await vi.waitFor(async () => expect(await second.bubbles()).toEqual(['First', 'Second', 'Third', 'Fourth']))
  expect(back_end.posts).toHaveLength(1)

  back_end.fall() // back online, but the server is away, so nothing leaves before the reload
  await context.setOffline(false)
  await first.page.close()
  back_end.rise()
  back_end.faults.delay_ms = 300
  const third = await visit()
  await third.open()
  await vi.waitFor(() => expect([...back_end.threads.values()][0]?.messages).toHaveLength(4))
  const [thread] = back_end.threads.values()
  expect(thread?.messages.map(({ body }) => body)).toEqual(['First', 'Second', 'Third', 'Fourth'])
  expect(new Set(back_end.posts).size).toBe(4)
  await vi.waitFor(async () => expect(await second.panel.getByText(/Waiting|Sending/).count()).toBe(0))
  expect(await second.bubbles()).toEqual(['First', 'Second', 'Third', 'Fourth'])
  await close()
})

test.concurrent('422 marks the message as not sent, with Retry and Delete', async () => {
  const { visit, close } = await scene(browser)
  const { panel, open, begin, bubbles } = await visit()
  await open()
  await begin('Please refuse me')
  await panel.getByText('Not sent: Check the highlighted fields.').waitFor()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByText('Not sent: Check the highlighted fields.').waitFor()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await vi.waitFor(async () => expect(await bubbles()).toEqual([]))
  await close()
})

test.concurrent('REL-06 missed events are loaded, and without a socket the panel polls', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, open, begin, bubbles } = await visit()
  await open()
  await begin('Hello')
  await panel.getByText('· Sent').waitFor()
  const thread = [...back_end.threads.values()][0]!
  const say = (body: string) => back_end.say(thread, { author: 'member', author_name: 'Eva', body })
  back_end.socket.faults.isDropping = true
  say('Lost 1')
  back_end.socket.faults.isDropping = false
  say('Heard 2')
  await vi.waitFor(async () => expect(await bubbles()).toEqual(['Hello', 'Lost 1', 'Heard 2']))

  back_end.socket.faults.isRefusing = true
  back_end.socket.cut()
  say('Polled 3')
  await vi.waitFor(async () => expect(await bubbles()).toContain('Polled 3'))
  await close()
})

test.concurrent('REL-01 a server restart loses nothing, and the panel shows the outage', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, open, begin, bubbles } = await visit()
  await open()
  await begin('One')
  await panel.getByText('· Sent').waitFor()
  back_end.fall()
  await panel.getByRole('textbox').fill('Two')
  await panel.getByRole('textbox').press('Enter')
  await panel.getByText('Waiting for connection…').waitFor()
  await panel.getByText('Reconnecting…').waitFor()
  back_end.rise()
  await vi.waitFor(() => expect([...back_end.threads.values()][0]?.messages).toHaveLength(2), {
    timeout: 20_000,
  })
  expect(await bubbles()).toEqual(['One', 'Two'])
  await close()
})

test.concurrent('500 and 429 a message says why it waits, and is sent when the server accepts it', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, open, begin, bubbles } = await visit()
  await open()
  await begin('One')
  await panel.getByText('· Sent').waitFor()
  back_end.faults.status = 500
  await panel.getByRole('textbox').fill('Two')
  await panel.getByRole('textbox').press('Enter')
  await panel.getByText('Server error. Trying again automatically…').waitFor()
  back_end.faults.status = 429
  await panel.getByText(/^Too many requests\. Trying again in \d+ s…$/).waitFor()
  back_end.faults.status = 500
  await panel.getByRole('button', { name: 'Try now' }).waitFor()
  back_end.faults.status = 0
  await vi.waitFor(async () => expect(await bubbles()).toEqual(['One', 'Two']), { timeout: 40_000 })
  await close()
})

test.concurrent('the chat works without storage', async () => {
  const { back_end, context, visit, close } = await scene(browser)
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'BroadcastChannel'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  const { panel, errors, open, begin } = await visit()
  await open()
  await begin('How long can I return an item?')
  await panel.locator('.sources').waitFor()
  expect(back_end.posts).toHaveLength(1)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('8,000 characters are accepted, one more is counted and not sent', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, open } = await visit()
  await open()
  await panel.locator('.ask').click()
  await panel.getByRole('textbox').fill('x'.repeat(8_001))
  await panel.getByRole('textbox').press('Enter')
  await panel.getByText('1 character over the limit').waitFor()
  expect(back_end.posts).toEqual([])
  await panel.getByRole('textbox').fill('x'.repeat(8_000))
  await panel.getByText('0 characters left').waitFor()
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByText('· Sent').waitFor()
  await close()
})
