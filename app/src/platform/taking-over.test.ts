// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawnId } from './drawn.ts'
import { drawnActs, enterPage, findDrawing, leaveDrawing } from './taking-over.ts'

const list = `
  <a href="/en/one">One</a>
  <button aria-label="Filter"></button><button>More</button><button>More</button>
  <div class="h-full overflow-y-auto"></div>
  <textarea id="composer"></textarea>`
const told: string[] = []
const find = <E extends Element = HTMLElement>(selector: string, place = 0) => {
  const found = [...document.querySelectorAll<E>(selector)][place]
  if (!found) throw new Error(`No ${selector}`)
  return found
}
/** The browser has made the page: it stands where the drawing stood, and hears. */
function takeOver() {
  leaveDrawing()
  document.body.innerHTML = list
  for (const [place, button] of [...document.querySelectorAll('button')].entries())
    button.addEventListener('click', () => told.push(`button ${place}`))
  enterPage()
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

test('a button that is pressed while the page is only drawn is pressed once it is there, the very same', () => {
  find('button', 2).click()
  find('button').click()
  expect(told).toEqual([])
  takeOver()
  expect(told).toEqual(['button 2', 'button 0'])
  enterPage()
  expect(told).toHaveLength(2)
})
test('keys of commands wait; those that move about or write are the browser’s at once', () => {
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
  takeOver()
  expect(told).toEqual(['key j', 'key ⌘k'])
})
test('words that were typed go over behind a draft that is there, with the focus and the place in the list', () => {
  find<HTMLTextAreaElement>('textarea').value = 'and more'
  find('textarea').focus()
  find('.overflow-y-auto').scrollTop = 120
  const heard: string[] = []
  leaveDrawing()
  document.body.innerHTML = list
  const field = find<HTMLTextAreaElement>('textarea')
  field.value = 'A draft, '
  field.addEventListener('input', () => heard.push(field.value))
  enterPage()
  expect(heard).toEqual(['A draft, and more'])
  expect(document.activeElement).toBe(field)
  expect(find('.overflow-y-auto').scrollTop).toBe(120)
})
test('the title of the drawing makes room for that of the page', () => {
  document.head.append(Object.assign(document.createElement('title'), { textContent: 'Page' }))
  takeOver()
  expect(document.title).toBe('Page')
})
test('without a drawing nothing is held back', () => {
  document.body.innerHTML = list
  find('button').click()
  addEventListener('keydown', onKey)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  expect(told).toEqual(['key j'])
  takeOver()
  expect(told).toEqual(['key j'])
})
