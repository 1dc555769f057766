// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawnId } from './drawn.ts'
import { drawnActs, enterPage, findDrawing, leaveDrawing } from './taking-over.ts'

const list = `
  <a href="/en/one">One</a>
  <button aria-label="Filter"></button><button>More</button><button>More</button>
  <div class="h-full overflow-y-auto"></div>
  <input type="radio" name="mode" value="text" checked /><input type="radio" name="mode" value="note" />
  <input type="checkbox" aria-label="Choose" /><input type="checkbox" aria-label="Choose" />
  <textarea id="composer"></textarea>`
const told: string[] = []
const find = <E extends Element = HTMLElement>(selector: string, index = 0) => {
  const found = [...document.querySelectorAll<E>(selector)][index]
  if (!found) throw new Error(`No ${selector}`)
  return found
}
/** Replaces the snapshot by the browser's page, with its listeners. */
function takeOver() {
  leaveDrawing()
  document.body.innerHTML = list
  for (const [index, button] of [...document.querySelectorAll('button')].entries())
    button.addEventListener('click', () => told.push(`button ${index}`))
  return enterPage()
}
const onKey = ({ key, metaKey }: KeyboardEvent) => void told.push(`key ${metaKey ? '⌘' : ''}${key}`)

runInThisContext(drawnActs)
beforeEach(() => {
  told.length = 0
  document.head.innerHTML = '<title>Drawn</title>'
  document.body.innerHTML = `<div id="${drawnId}">${list}</div>`
  findDrawing()
})
afterEach(() => removeEventListener('keydown', onKey))

test('a button that is pressed while the page is only drawn is pressed once it is there, the very same', async () => {
  find('button', 2).click()
  find('button').click()
  expect(told).toEqual([])
  await takeOver()
  expect(told).toEqual(['button 2', 'button 0'])
  await enterPage()
  expect(told).toHaveLength(2)
})
test('keys of commands wait; those that move about or write are the browser’s at once', async () => {
  const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.body) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
    on.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(press('j')).toBe(false)
  expect(press('k', { metaKey: true })).toBe(true)
  for (const key of ['Tab', 'Enter', ' ', 'ArrowDown']) press(key)
  press('r', { ctrlKey: true })
  press('x', {}, find('textarea'))
  addEventListener('keydown', onKey)
  await takeOver()
  expect(told).toEqual(['key j', 'key ⌘k'])
})
test('words that were typed go over behind a draft that is there, with the focus and the place in the list', async () => {
  find<HTMLTextAreaElement>('textarea').value = 'and more'
  find('textarea').focus()
  find('.overflow-y-auto').scrollTop = 120
  const heard: string[] = []
  leaveDrawing()
  document.body.innerHTML = list
  const field = find<HTMLTextAreaElement>('textarea')
  field.value = 'A draft, '
  field.addEventListener('input', () => heard.push(field.value))
  await enterPage()
  expect(heard).toEqual(['A draft, and more'])
  expect(document.activeElement).toBe(field)
  expect(find('.overflow-y-auto').scrollTop).toBe(120)
})
test('Enter at the end of what was typed is pressed in the page, and breaks the line where the page lets it', async () => {
  const sent: string[] = []
  for (const sends of [true, false]) {
    document.body.innerHTML = `<div id="${drawnId}">${list}</div>`
    find<HTMLTextAreaElement>('textarea').value = 'one\ntwo\n'
    leaveDrawing()
    document.body.innerHTML = list
    const field = find<HTMLTextAreaElement>('textarea')
    field.addEventListener('keydown', (event) => {
      sent.push(`${event.key} after ${field.value}`)
      if (sends) event.preventDefault()
    })
    await enterPage()
    expect(field.value).toBe(sends ? 'one\ntwo' : 'one\ntwo\n')
  }
  expect(sent).toEqual(['Enter after one\ntwo', 'Enter after one\ntwo'])
})
test('what was ticked is ticked, before anything is typed into what it leads to; what only differs stays as it is', async () => {
  find<HTMLInputElement>('[value=note]').click()
  find<HTMLInputElement>('[type=checkbox]', 1).click()
  find<HTMLTextAreaElement>('textarea').value = 'For the team'
  const changed: (string | null)[] = []
  leaveDrawing()
  document.body.innerHTML = list
  find<HTMLInputElement>('[type=checkbox]').checked = true
  const onChange = ({ target }: Event) => {
    const one = target instanceof HTMLInputElement ? target : null
    changed.push(one && (one.getAttribute('aria-label') ?? one.value))
    // As a page that re-renders because of it.
    queueMicrotask(() => find('textarea').replaceWith(document.createElement('textarea')))
    queueMicrotask(() => find('textarea').setAttribute('id', 'composer'))
  }
  addEventListener('change', onChange)
  await enterPage()
  removeEventListener('change', onChange)
  expect(changed).toEqual(['note', 'Choose'])
  expect([...document.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([
    false,
    true,
    true,
    true,
  ])
  expect(find<HTMLTextAreaElement>('textarea').value).toBe('For the team')
})
test('words that go on from a draft that was drawn are the whole of it', async () => {
  find('textarea').textContent = 'A draft'
  find<HTMLTextAreaElement>('textarea').value = 'A draft, and more'
  leaveDrawing()
  document.body.innerHTML = list
  find<HTMLTextAreaElement>('textarea').value = 'A draft'
  await enterPage()
  expect(find<HTMLTextAreaElement>('textarea').value).toBe('A draft, and more')
})
test('the title of the drawing makes room for that of the page', async () => {
  document.head.append(Object.assign(document.createElement('title'), { textContent: 'Current page' }))
  await takeOver()
  expect(document.title).toBe('Current page')
})
test('without a drawing nothing is held back', async () => {
  document.body.innerHTML = list
  find('button').click()
  addEventListener('keydown', onKey)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  expect(told).toEqual(['key j'])
  await takeOver()
  expect(told).toEqual(['key j'])
})
