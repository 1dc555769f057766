import { drawnId } from './drawn.ts'

/*
 * What somebody does to a drawing, before the page behind it is there, is not lost: buttons that were pressed and
 * keys of commands wait and are given to the page; words that were typed, the focus and how far something was
 * scrolled go over with it. Links are links, and need no page.
 */

interface Press {
  /** Of the button that was pressed. */
  words: string
  /** Among the buttons with those words. */
  place: number
}
type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>
declare global {
  var __acts: (Press | Key)[] | undefined
}

/** Runs in the head. Written for browsers as it stands: nothing compiles it. */
export const drawnActs = `(function(a){
function d(){return document.getElementById('${drawnId}')}
function w(b){return b.getAttribute('aria-label')||b.textContent}
addEventListener('click',function(e){var s=d(),b=e.target.closest&&e.target.closest('button');if(!s||!b||!s.contains(b)||a.length>20)return;
a.push({words:w(b),place:[].filter.call(s.querySelectorAll('button'),function(o){return w(o)===w(b)}).indexOf(b)})},true);
addEventListener('keydown',function(e){var m=e.ctrlKey||e.metaKey,k=m&&e.key==='k';if(!d()||e.altKey||a.length>20||/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName))return;
if(k||!m&&(e.key.length===1&&e.key!==' '||e.key==='Escape')){if(k)e.preventDefault();a.push({key:e.key,code:e.code,ctrlKey:e.ctrlKey,metaKey:e.metaKey,shiftKey:e.shiftKey,altKey:false})}},true)
})(window.__acts=[])`

type Typed = HTMLInputElement | HTMLTextAreaElement
const named = (root: ParentNode, selector: string, words: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => wordsOf(one) === words)
const wordsOf = (one: Element) => one.getAttribute('aria-label') || one.textContent
const all = <E extends Element>(root: ParentNode, selector: string) => [...root.querySelectorAll<E>(selector)]
const fields = 'input, textarea'
const focusable = 'a[href], button, input, textarea, [tabindex]'
const scrollers = '[class*="overflow-y-auto"]'

let carried: (() => void)[] = []
/** The page brings its own. */
let title: Element | null = null

export function findDrawing() {
  title = document.head.querySelector('title')
}
/** Just before the drawing goes: remembers what is to be found in the page as it was here. */
export function leaveDrawing() {
  const drawing = document.getElementById(drawnId)
  if (!drawing) return
  const typed = all<Typed>(drawing, fields).flatMap(({ id, value, defaultValue }) =>
    id && value !== defaultValue ? [{ id, value }] : [],
  )
  const at = document.activeElement
  const focused = at && drawing.contains(at) ? { words: wordsOf(at), tag: at.tagName } : undefined
  const scrolled = all(drawing, scrollers).map(({ scrollTop }) => scrollTop)
  carried = [
    () => {
      for (const [place, one] of all(document, scrollers).entries()) one.scrollTop ||= scrolled[place] ?? 0
    },
    () => {
      if (!focused || document.activeElement !== document.body) return
      named(document, focusable, focused.words)
        .find(({ tagName }) => tagName === focused.tag)
        ?.focus({ preventScroll: true })
    },
    ...typed.map(
      ({ id, value }) =>
        () =>
          write(document.getElementById(id), value),
    ),
  ]
}
/** As if it had been typed now, behind what is there already. */
function write(field: HTMLElement | null, text: string) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  // The property of the kind, since React watches that of the field.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, field.value + text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** As soon as the page stands and hears. */
export function enterPage() {
  title?.remove()
  for (const carry of carried.splice(0)) carry()
  for (const act of (globalThis.__acts ?? []).splice(0)) {
    if ('key' in act) {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', { ...act, bubbles: true, cancelable: true }))
      continue
    }
    const button = named(document, 'button', act.words)[act.place]
    // Menus open when they are pressed, everything else when it is clicked.
    button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
    button?.click()
  }
}
