import style from './consent.css?inline'
import type { Category, Consent } from './consent.ts'
import type messages from '../../../locales/en/consent.json'

/*
 * The consent dialog in plain DOM: public pages have no framework. The bar doesn't take the focus; the dialog
 * is a native one, which traps and restores the focus and closes on Escape.
 */

type Words = typeof messages
export interface ConsentMessages {
  messages: Words
  /** The purposes of each category, one sentence each. */
  purposes: Record<Category, readonly (keyof Words)[]>
}
const names = { analytics: 'analytics', ads: 'ads' } as const satisfies Record<Category, keyof Words>

type Attributes = Record<string, string | boolean>
function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) created.setAttribute(name, value === true ? '' : value)
  }
  created.append(...children)
  return created
}
function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const created = element('button', { type: 'button', ...attributes }, label)
  created.addEventListener('click', onClick)
  return created
}

let isStyled = false
function addStyle() {
  if (isStyled) return
  isStyled = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets.push(sheet)
}

/** The categories, and the buttons for all or none. */
function createForm(consent: Consent, { messages, purposes }: ConsentMessages, onDone: () => void) {
  const { enabled_ids } = consent.state()
  const boxes = new Map<Category, HTMLInputElement>()
  function row(id: 'necessary' | Category, label: string, text: string) {
    const isFixed = id === 'necessary'
    const box = element('input', {
      type: 'checkbox',
      id: `consent-${id}`,
      'aria-describedby': `consent-${id}-text`,
      checked: isFixed || enabled_ids.includes(id),
      disabled: isFixed,
    })
    if (!isFixed) boxes.set(id, box)
    return element(
      'li',
      {},
      element('label', { for: box.id }, label),
      box,
      element('p', { id: `consent-${id}-text` }, text),
    )
  }
  const choose = (allowed: readonly Category[]) => {
    onDone()
    consent.choose(allowed)
  }
  const selectedCategories = () => consent.categories.filter((category) => boxes.get(category)?.checked)
  const rows = consent.categories.map((category) =>
    row(category, messages[names[category]], purposes[category].map((key) => messages[key]).join('\n')),
  )
  return element(
    'div',
    { class: 'consent-form' },
    element(
      'div',
      { class: 'consent-head' },
      element('h2', { class: 'consent-title', id: 'consent-settings' }, messages.settings_title),
      button('×', onDone, { class: 'consent-close', 'aria-label': messages.close }),
    ),
    element(
      'p',
      { class: 'consent-text' },
      `${messages.settings_text} `,
      element('a', { href: '/privacy-policy' }, messages.privacy),
    ),
    element(
      'ul',
      { class: 'consent-list' },
      row('necessary', messages.necessary, messages.necessary_text),
      ...rows,
    ),
    element(
      'div',
      { class: 'consent-buttons' },
      button(messages.accept_all, () => choose(consent.categories)),
      button(messages.only_necessary, () => choose([])),
      button(messages.save, () => choose(selectedCategories())),
    ),
  )
}

/** Shows the settings over the page until a choice is made or the dialog is closed. */
export function showSettings(consent: Consent, texts: ConsentMessages) {
  if (document.querySelector('.consent-dialog')) return
  addStyle()
  const dialog = element('dialog', {
    class: 'consent-dialog',
    'aria-labelledby': 'consent-settings',
    closedby: 'any',
  })
  dialog.append(createForm(consent, texts, () => dialog.close()))
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

/**
 * Shows the bar as the first element for keyboards and screen readers until a choice is made.
 *
 * @param isOfApp whether the page has a rail on the left and scrolls in its main element
 * @returns removes the bar
 */
export function showBar(consent: Consent, texts: ConsentMessages, isOfApp: boolean): () => void {
  addStyle()
  const { messages } = texts
  const bar = element(
    'section',
    { class: 'consent-bar', 'aria-labelledby': 'consent-title', 'data-beside-rail': isOfApp },
    element('p', { class: 'consent-title', id: 'consent-title' }, messages.title),
    element('p', { class: 'consent-text' }, messages.text),
    element(
      'div',
      { class: 'consent-buttons' },
      button(messages.accept_all, () => consent.choose(consent.categories)),
      button(messages.only_necessary, () => consent.choose([])),
      button(messages.choose, () => showSettings(consent, texts), { 'aria-haspopup': 'dialog' }),
    ),
  )
  document.body.prepend(bar)
  const room = new ResizeObserver(() => {
    const { bottom } = getComputedStyle(bar)
    document.documentElement.style.setProperty(
      '--consent-room',
      `calc(${bar.offsetHeight}px + ${bottom} + 1rem)`,
    )
  })
  room.observe(bar)
  return () => {
    const hadFocus = bar.contains(document.activeElement)
    room.disconnect()
    bar.remove()
    // Otherwise Tab would start at an arbitrary element.
    if (hadFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
}
