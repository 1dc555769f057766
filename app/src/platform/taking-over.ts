import { drawnId } from './drawn.ts'

/*
 * Keeps what a user does on a snapshot before the page is ready: button presses and shortcuts are queued and
 * replayed on the page; ticks, typed text, a final Enter, the focus and scroll positions carry over. Links work
 * without the page. If the connection breaks before the scripts have loaded, the page is loaded again once it
 * is back, and typed text carries over too.
 */

interface Press {
  /** Of the button that was pressed. */
  words: string
  /** Among the buttons with those words. */
  place: number
}
type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>
/** Storage key of text typed into a snapshot that had to be reloaded, in the tab's session storage. */
const keptTyped = 'ozvi_typed'
declare global {
  var __acts: (Press | Key)[] | undefined
}

const typable = 'input, textarea'

/** Runs in the head, uncompiled, so its syntax must suit all supported browsers. */
export const drawnActs = `(function(a){
function d(){return document.getElementById('${drawnId}')}
function w(b){return b.getAttribute('aria-label')||b.textContent}
addEventListener('click',function(e){var s=d(),b=e.target.closest&&e.target.closest('button');if(!s||!b||!s.contains(b)||a.length>20)return;
a.push({words:w(b),place:[].filter.call(s.querySelectorAll('button'),function(o){return w(o)===w(b)}).indexOf(b)})},true);
addEventListener('keydown',function(e){var m=e.ctrlKey||e.metaKey,k=m&&e.key==='k';if(!d()||e.altKey||a.length>20||/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName))return;
if(k||!m&&(e.key.length===1&&e.key!==' '||e.key==='Escape')){if(k)e.preventDefault();a.push({key:e.key,code:e.code,ctrlKey:e.ctrlKey,metaKey:e.metaKey,shiftKey:e.shiftKey,altKey:false})}},true);
function t(){return [].filter.call(d().querySelectorAll('${typable}'),function(f){return f.id&&f.value!==f.defaultValue}).map(function(f){return[f.id,f.value]})}
function l(e){if(!d()||navigator.onLine||e.type==='error'&&e.target.tagName!=='SCRIPT')return;addEventListener('online',function(){if(!d())return;
try{sessionStorage.setItem('${keptTyped}',JSON.stringify({at:location.href,typed:t()}))}catch(_){}location.reload()},{once:true})}
addEventListener('error',l,true);addEventListener('unhandledrejection',l)
})(window.__acts=[])`

type Field = HTMLInputElement | HTMLTextAreaElement
const named = (root: ParentNode, selector: string, words: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => wordsOf(one) === words)
const wordsOf = (one: Element) => one.getAttribute('aria-label') || one.textContent
const all = <E extends Element>(root: ParentNode, selector: string) => [...root.querySelectorAll<E>(selector)]
const ticks = 'input[type=radio], input[type=checkbox]'
const focusable = 'a[href], button, input, textarea, [tabindex]'
const scrollers = '[class*="overflow-y-auto"]'

/** Identifies each element by its type and position, because the page assigns new ids. */
function ticksOf(root: ParentNode) {
  const seen = new Map<string, number>()
  return all<HTMLInputElement>(root, ticks).map((one) => {
    const kind = JSON.stringify([one.type, one.name, one.value, wordsOf(one)])
    const index = seen.get(kind) ?? 0
    seen.set(kind, index + 1)
    return { one, key: `${index} ${kind}` }
  })
}

let carried: (() => void)[] = []
/** In the snapshot; of radio buttons only the selected one. */
let ticked = new Map<string, boolean>()
/** The page brings its own. */
let title: Element | null = null

export function findDrawing() {
  title = document.head.querySelector('title')
}
/** Called just before the snapshot is removed: remembers what to restore in the page. */
export function leaveDrawing() {
  const drawing = document.getElementById(drawnId)
  if (!drawing) return
  ticked = new Map(
    ticksOf(drawing).flatMap(({ one, key }) =>
      one.checked === one.defaultChecked || (one.type === 'radio' && !one.checked)
        ? []
        : [[key, one.checked]],
    ),
  )
  const typed = all<Field>(drawing, typable).flatMap(({ id, value, defaultValue }): [string, string][] =>
    id && value !== defaultValue ? [[id, value]] : [],
  )
  const at = document.activeElement
  const focused = at && drawing.contains(at) ? { words: wordsOf(at), tag: at.tagName } : undefined
  const scrolled = all(drawing, scrollers).map(({ scrollTop }) => scrollTop)
  carried = [
    () => {
      for (const [index, one] of all(document, scrollers).entries()) one.scrollTop ||= scrolled[index] ?? 0
    },
    () => {
      if (!focused || document.activeElement !== document.body) return
      named(document, focusable, focused.words)
        .find(({ tagName }) => tagName === focused.tag)
        ?.focus({ preventScroll: true })
    },
    ...[...takeKept(), ...typed].map(
      ([id, value]) =>
        () =>
          write(document.getElementById(id), value),
    ),
  ]
}
/** Text typed into this page before it had to be reloaded. */
function takeKept(): [id: string, value: string][] {
  try {
    const kept = sessionStorage.getItem(keptTyped)
    sessionStorage.removeItem(keptTyped)
    // Written by the script of the head.
    const { at, typed } = JSON.parse(kept ?? '{}') as { at?: string; typed?: [string, string][] }
    return (at === location.href && typed) || []
  } catch {
    return [] // without storage nothing was kept
  }
}
/** Inserts the text as if it were typed now: after existing text, unless it continues that. */
function write(field: HTMLElement | null, text: string) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const whole = text.startsWith(field.value) ? text : `${field.value.trimEnd()} ${text}`
  const line = whole.replace(/\n$/, '')
  fill(field, line)
  if (line === whole) return
  // Enter was the last key: the page may make more of it than a new line.
  const enter = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true })
  if (field.dispatchEvent(enter)) fill(field, whole)
}
function fill(field: Field, text: string) {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  // The property of the kind, since React watches that of the field.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Called as soon as the page is rendered with its listeners. */
export async function enterPage() {
  title?.remove()
  for (const { one, key } of ticked.size > 0 ? ticksOf(document) : []) {
    if (one.checked !== (ticked.get(key) ?? one.checked)) one.click()
  }
  ticked.clear()
  // A changed checkbox may have changed which fields exist.
  await Promise.resolve()
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
