import { afterAll, expect, test, vi } from 'vitest'
import { openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

/** The widths of the paragraph at which a number isn't on the line of the word before it. */
function widthsWithLoneNumber(chip: Element): number[] {
  const paragraph = chip.closest('p')!
  const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
  texts.currentNode = chip
  let text = texts.previousNode()!
  while (!/\w/.test(text.textContent!)) text = texts.previousNode()!
  const word = document.createRange()
  const end = text.textContent!.trimEnd().length
  word.setStart(text, end - 1)
  word.setEnd(text, end)
  const widths = Array.from({ length: 100 }, (_, index) => 100 + 2 * index)
  return widths.filter((width) => {
    paragraph.style.width = `${width}px`
    const { top, bottom } = chip.getBoundingClientRect()
    const { top: wordTop, height } = word.getBoundingClientRect()
    return wordTop + height / 2 < top || wordTop + height / 2 > bottom
  })
}

test.concurrent('an answer streams in, is announced once, and its sources can be checked', async () => {
  const { visit, close } = await scene(browser)
  const { page, panel, errors, open, write, bubbles } = await visit()
  await open()
  expect(await panel.locator('.cards').evaluate((cards) => cards.getBoundingClientRect().bottom)).toBe(
    await panel.locator('.home').evaluate((home) => home.getBoundingClientRect().bottom),
  )
  await panel.locator('.ask').click()
  const log = await panel.locator('[role=log]').elementHandle()
  const journal = await log!.evaluateHandle((log) => {
    const added: string[] = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) added.push(node.textContent ?? '')
    }).observe(log, { childList: true, subtree: true, characterData: true })
    return added
  })
  await write('How long can I return an item?')
  await panel.locator('.growing').waitFor()
  await panel.getByRole('button', { name: 'Source 1: Returns and refunds' }).first().click()
  const sheet = panel.getByRole('dialog', { name: 'Returns and refunds' })
  expect(await sheet.innerText()).toContain('You may return any item within 30 days of delivery.')
  expect(await sheet.innerText()).toContain('Shop › Returns › How long you have')
  expect(await sheet.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe(
    'https://shop.example/returns#:~:text=You%20may%20return',
  )
  expect(await sheet.getByRole('link', { name: 'View saved copy' }).getAttribute('href')).toBe(
    '/snapshot/returns',
  )
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await panel.locator(':focus').innerText()).toBe('1')
  expect(await panel.locator('.chip').first().evaluate(widthsWithLoneNumber)).toEqual([])
  expect((await bubbles())[1]).toContain('You have 30 days from delivery')
  const announced = (await journal.jsonValue()).filter((text) => !text.includes('How long'))
  expect(announced.filter((text) => text !== 'Today')).toEqual([expect.stringContaining('30 days')])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('with one conversation at a time, the start page continues the open one', async () => {
  const { back_end, visit, close } = await scene(browser, {
    look: { behavior: { has_several_conversations: false }, suggestions: ['Do you ship abroad?'] },
  })
  back_end.faults.answers = false
  const { panel, errors, open, begin } = await visit()
  await open()
  await begin('Hello')
  await panel.getByText('· Sent').waitFor()
  await panel.getByRole('button', { name: 'All conversations' }).click()
  await panel.getByRole('button', { name: 'Do you ship abroad?' }).click()
  await panel.getByRole('button', { name: 'All conversations' }).click()
  await panel.getByRole('button', { name: /^Continue your conversation/ }).click()
  await vi.waitFor(() => expect([...back_end.threads.values()][0]?.messages).toHaveLength(2))
  expect(back_end.threads.size).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('2.1.1 all by keyboard: open, ask, check a source, close', async () => {
  const { visit, close } = await scene(browser)
  const { page, launcher, panel, errors, bubbles } = await visit()
  await launcher.waitFor()
  await page.keyboard.press('Tab') // Next page
  await page.keyboard.press('Tab') // Buy
  await page.keyboard.press('Tab')
  expect(await launcher.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Enter')
  await panel.locator('h1:focus').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await panel.locator('textarea:focus').waitFor()
  // An invisible message isn't sent.
  await page.keyboard.insertText('\u200b')
  await page.keyboard.press('Enter')
  expect(await panel.locator('.send').getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await page.keyboard.press('Enter')
  await panel.locator('.sources').waitFor()
  expect((await bubbles())[0]).toBe('First line\nsecond line')
  const reached = () => panel.locator(':focus').getAttribute('aria-label')
  for (let index = 0; index < 8 && !(await reached())?.startsWith('Source 2'); index++)
    await page.keyboard.press('Shift+Tab')
  expect(await reached()).toBe('Source 2: Payment methods')
  await page.keyboard.press('Enter')
  await panel.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await panel.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await vi.waitFor(async () => expect(await launcher.getAttribute('aria-expanded')).toBe('false'))
  const focused = await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className)
  expect(focused).toBe('launcher')
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a person can always be requested, and the visitor is asked once for contact details', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { panel, open } = await visit()
  await open()
  await panel.locator('.ask').click()
  await panel.getByRole('button', { name: 'Talk to a person' }).click()
  await panel.getByText('Someone from our team will reply here.').waitFor()
  await panel.getByLabel('Email').fill('jana')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Enter an email address such as name@example.com.').waitFor()
  await panel.getByLabel('Email').fill('jana@example.com')
  await panel.getByLabel('Name').fill('Jana')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('We’ll reply to jana@example.com if you leave.').waitFor()
  expect([...back_end.visitors.values()]).toMatchObject([{ name: 'Jana', email: 'jana@example.com' }])
  await close()
})

test.concurrent('a reply is chosen by its button once, by keyboard, and the buttons disappear with the next message', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, errors, open, begin, bubbles } = await visit()
  await open()
  await begin('Hello')
  await vi.waitFor(() => expect(back_end.threads.size).toBe(1))
  const [thread] = back_end.threads.values()
  const buttons = [
    { id: 'order', text: 'My order' },
    { id: 'return', text: 'A return <b>' },
  ]
  const offer = back_end.say(thread!, { author: 'scenario', body: 'What is it about?', details: { buttons } })
  const choices = panel.getByRole('list', { name: 'Choose a reply' })
  await choices.getByRole('button', { name: 'A return <b>' }).press('Enter')
  await choices.waitFor({ state: 'detached' })
  await vi.waitFor(() =>
    expect(thread!.messages.at(-1)).toMatchObject({
      author: 'contact',
      body: 'A return <b>',
      details: { reply_to: offer.id, button_id: 'return' },
    }),
  )
  expect((await bubbles()).at(-1)).toBe('A return <b>')
  back_end.say(thread!, { author: 'scenario', body: 'Which one?', details: { buttons } })
  await choices.waitFor()
  back_end.say(thread!, { author: 'member', author_name: 'Eva', body: 'I am here' })
  await choices.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test.concurrent('without a team a person can’t be requested', async () => {
  const { visit, close } = await scene(browser, { look: { has_team: false } })
  const { panel, open, begin } = await visit()
  await open()
  expect(await panel.getByText('A person steps in when needed').count()).toBe(0)
  await begin('How long may I return a bike?')
  await panel.getByRole('button', { name: 'Source 1: Returns and refunds' }).first().waitFor()
  expect(await panel.getByRole('button', { name: 'Talk to a person' }).count()).toBe(0)
  await close()
})

test.concurrent('the opened panel shows opening hours and the team’s faces, and follows the clock', async () => {
  const hour = 3_600_000
  const now = Date.now()
  const closed = { spans: [[now + 2 * hour, now + 3 * hour]] as [number, number][], promise_min: 120 }
  const team = [
    { name: 'Zuzka Malá', avatar: null },
    { name: 'Peter', avatar: 'a1' },
  ]
  const { back_end, visit, close } = await scene(browser, { look: { hours: closed, team } })
  const { page, panel, launcher, open } = await visit()
  await page.clock.install({ time: now })
  await launcher.hover()
  await panel.locator('.home').waitFor({ state: 'attached' })
  const pictures = () => back_end.requests.filter((request) => request.includes('/api/avatar/'))
  expect(pictures()).toEqual([])
  await open()
  expect(await panel.locator('.team .face').allInnerTexts()).toEqual(['ZM', ''])
  await expect.poll(() => pictures().length).toBe(1)
  await panel.getByText(/^We’ll be back (today|tomorrow) at \d+:\d\d\s[AP]M$/).waitFor()
  await page.clock.fastForward(2 * hour + 1000)
  await panel.getByText('We reply within 2 hours').waitFor()
  await close()
})

test.concurrent('on a phone, a start page without questions has the hours below the card that starts a conversation, and less than half of it is colored', async () => {
  const { visit, close } = await scene(browser, {
    look: { hours: { spans: [], promise_min: null }, has_badge: true },
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const { panel, open } = await visit()
  await open()
  const [header, ask, hours, badge] = await Promise.all(
    [
      panel.locator('.hero'),
      panel.locator('.ask'),
      panel.locator('.cards').getByText('The team is away'),
      panel.getByRole('link', { name: /Ozvi/ }),
    ].map(async (part) => (await part.boundingBox())!),
  )
  expect(header!.height).toBeLessThan(844 / 2)
  expect(hours!.y).toBeGreaterThan(ask!.y + ask!.height)
  expect(badge!.y + badge!.height).toBeGreaterThan(844 - 60)
  await close()
})

test.concurrent('a long thread keeps its scroll position: earlier messages load above, new ones wait behind a button', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, open, begin, bubbles } = await visit()
  await open()
  await begin('Hello')
  await panel.getByText('· Sent').waitFor()
  const thread = [...back_end.threads.values()][0]!
  const say = (body: string) => back_end.say(thread, { author: 'member', author_name: 'Eva', body })
  back_end.change(thread, { handler: 'team', assignee_name: 'Evička', assignee_avatar: 'a1' })
  back_end.say(thread, { author: 'member', author_name: 'Evička', author_avatar: 'a1', body: 'With a face' })
  const faces = panel.locator('img.face[src="/api/avatar/a1"]')
  await vi.waitFor(async () => expect(await faces.count()).toBe(2))
  expect(await panel.locator('.theirs .voice', { hasText: 'Evička' }).count()).toBe(1)
  back_end.socket.faults.isDropping = true
  for (let index = 3; index <= 80; index++) say(`Message ${index}`)
  back_end.socket.faults.isDropping = false
  const again = await visit()
  // The unread conversation is known then, and opening shows it.
  await again.panel.locator('.preview').waitFor()
  await again.open()
  await again.panel.getByText('Message 80', { exact: true }).waitFor()
  expect(await again.bubbles()).toHaveLength(50)
  const scroller = again.panel.locator('.log-scroller')
  await scroller.evaluate((element) => element.scrollTo(0, 0))
  const position = () => again.panel.getByText('Message 31', { exact: true }).boundingBox()
  const before = await position()
  await again.panel.getByRole('button', { name: 'Show earlier messages' }).click()
  await vi.waitFor(async () => expect(await again.bubbles()).toHaveLength(80))
  expect(Math.abs((await position())!.y - before!.y)).toBeLessThan(60) // the button itself is gone
  say('Message 81')
  await again.panel.getByRole('button', { name: 'New messages' }).click()
  await vi.waitFor(() => expect(thread.row.seen_seq).toBe(81))
  await vi.waitFor(async () => expect(await bubbles()).toHaveLength(81))
  // Content that appears below the log together with the last message, such as a form, keeps the scroll
  // position.
  await scroller.evaluate((element) => element.scrollBy(0, -40))
  await scroller.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight
    const form = document.createElement('div')
    form.style.height = '300px'
    element.firstElementChild?.append(form)
  })
  const below = () =>
    scroller.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)
  await vi.waitFor(async () => expect(await below()).toBeLessThan(2))
  say('Message 82')
  await again.panel.getByText('Message 82', { exact: true }).waitFor()
  expect(await again.panel.getByRole('button', { name: 'New messages' }).count()).toBe(0)
  await close()
})

test.concurrent('a resolved conversation can be rated with five faces and a comment, by keyboard, or skipped', async () => {
  const { visit, back_end, close } = await scene(browser)
  const { page, panel, errors, open, write } = await visit()
  await open()
  await panel.locator('.ask').click()
  await write('How long can I return an item?')
  await panel.locator('.sources').waitFor()
  const [thread] = [...back_end.threads.values()]
  back_end.change(thread!, { status: 'resolved', can_rate: true })
  const faces = panel.getByRole('group', { name: 'How did we do?' })
  await faces.waitFor()
  expect(await faces.getByRole('radio').count()).toBe(5)
  await panel.getByRole('button', { name: 'Send rating' }).click()
  expect(await panel.getByRole('alert').allInnerTexts()).toContain('Choose a rating.')
  await faces.getByRole('radio', { name: 'Very bad' }).focus()
  await page.keyboard.press('Space')
  for (let more = 0; more < 3; more++) await page.keyboard.press('ArrowRight')
  expect(await faces.getByRole('radio', { name: 'Good', exact: true }).isChecked()).toBe(true)
  await panel.getByLabel('Anything you’d like to add?').fill('Quick and friendly')
  await panel.getByRole('button', { name: 'Send rating' }).click()
  await panel.getByText('Thanks for your rating: Good').waitFor()
  await faces.waitFor({ state: 'detached' })
  expect(thread!.messages.at(-1)).toMatchObject({
    kind: 'rating',
    details: { score: 4 },
    body: 'Quick and friendly',
  })
  back_end.change(thread!, { status: 'resolved', can_rate: true })
  await panel.getByRole('button', { name: 'Not now' }).click()
  await faces.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a closed conversation asks for a rating only, and an open one for contact details', async () => {
  const { visit, back_end, close } = await scene(browser)
  const { panel, open, begin } = await visit()
  await open()
  await begin('I’d like to talk to a person.')
  await panel.getByRole('heading', { name: 'Where can we reach you?' }).waitFor()
  const [thread] = [...back_end.threads.values()]
  back_end.change(thread!, { status: 'resolved', can_rate: true })
  await panel.getByRole('group', { name: 'How did we do?' }).waitFor()
  expect(await panel.getByRole('heading', { name: 'Where can we reach you?' }).count()).toBe(0)
  back_end.change(thread!, { status: 'open', can_rate: false })
  await panel.getByRole('heading', { name: 'Where can we reach you?' }).waitFor()
  // Not again once there are some.
  await panel.getByLabel('Email').fill('jana@example.com')
  await panel.getByLabel('Email').press('Enter')
  await panel.getByRole('heading', { name: 'Where can we reach you?' }).waitFor({ state: 'hidden' })
  back_end.change(thread!, { status: 'resolved', can_rate: true })
  await panel.getByRole('group', { name: 'How did we do?' }).waitFor()
  back_end.change(thread!, { status: 'open', can_rate: false })
  await panel.getByRole('group', { name: 'How did we do?' }).waitFor({ state: 'hidden' })
  expect(await panel.getByRole('heading', { name: 'Where can we reach you?' }).count()).toBe(0)
  await close()
})

test.concurrent.each([
  ['en', { width: 1440, height: 900 }, 'Copy code', 'Copied'],
  ['sk', { width: 390, height: 844 }, 'Kopírovať kód', 'Skopírované'],
] as const)('code in an answer is copied with one click, in %s', async (locale, viewport, copy, copied) => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { visit, close, back_end } = await scene(browser, { viewport, permissions })
  back_end.faults.answers = false
  const { page, panel, open, begin } = await visit(`/?locale=${locale}`)
  await open()
  await begin('How do I delete a branch?')
  await panel.getByText(/· (Sent|Odoslan)/).waitFor()
  const code = 'git switch main\ngit branch -D test'
  const body = `Run:\n\n\`\`\`\n${code}\n\`\`\``
  const thread = [...back_end.threads.values()][0]!
  back_end.say(thread, { author: 'member', author_name: 'Eva', body })
  await panel.getByRole('button', { name: copy, exact: true }).click()
  await panel.getByRole('button', { name: copied, exact: true }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await close()
})
