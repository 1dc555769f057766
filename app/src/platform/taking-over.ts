import { drawnId } from './drawn.ts'

/*
 * What somebody does to a drawing, before the page behind it is there, is not lost: buttons that were pressed and
 * keys of commands wait and are given to the page; what was ticked and typed, an Enter at its end, the focus and how
 * far something was scrolled go over with it. Links are links, and need no page. When the line breaks before the scripts are there, a
 * drawing can never become a page: it is loaded again once the line is back, and what was typed goes over all the same.
 */

interface Press {
  /** Of the button that was pressed. */
  words: string
  /** Among the buttons with those words. */
  place: number
}
type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>
/** What was typed into a drawing that had to be loaded again, in the store of the tab's session. */
const keptTyped = 'ozvi_typed'
declare global {
  var __acts: (Press | Key)[] | undefined
}

const typable = 'input, textarea'

/** Runs in the head. Written for browsers as it stands: nothing compiles it. */
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

/** Each by what it is and its place among its like, since the page names its elements anew. */
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
/** In the drawing; of radios only what was chosen. */
let ticked = new Map<string, boolean>()
/** The page brings its own. */
let title: Element | null = null

export function findDrawing() {
  title = document.head.querySelector('title')
}
/** Just before the drawing goes: remembers what is to be found in the page as it was here. */
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
/** What was typed into this very page before it had to be loaded again. */
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
/** As if it had been typed now, behind what is there already, unless it goes on from that. */
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

/** As soon as the page stands and hears. */
export async function enterPage() {
  title?.remove()
  for (const { one, key } of ticked.size > 0 ? ticksOf(document) : []) {
    if (one.checked !== (ticked.get(key) ?? one.checked)) one.click()
  }
  ticked.clear()
  // What was ticked may have changed which fields there are.
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
