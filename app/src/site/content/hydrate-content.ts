import { focusOnSlash, suggest } from '../documentation/suggest.ts'

/*
 * Enhances texts with scripts: copy buttons, tabs, the current heading in the table of contents, and search results
 * while typing. Everything is usable without.
 */

function addCopyButtons(prose: HTMLElement) {
  const { copy = '', copied = '' } = prose.dataset
  for (const figure of prose.querySelectorAll('[data-code]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = copy
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(figure.querySelector('pre')?.innerText ?? '').then(() => {
        button.textContent = copied
        setTimeout(() => (button.textContent = copy), 2_000)
      })
    })
    figure.querySelector('figcaption')?.append(button)
  }
}

/** The ARIA tabs pattern: arrow keys, Home and End select a tab and show its panel. */
function makeTabs(box: HTMLElement, groupIndex: number) {
  const panels = [...box.querySelectorAll<HTMLElement>(':scope > [data-tab]')]
  const list = document.createElement('div')
  list.role = 'tablist'
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.role = 'tab'
    tab.id = `tab-${groupIndex}-${index}`
    tab.textContent = panel.dataset.tab ?? ''
    panel.id ||= `panel-${groupIndex}-${index}`
    panel.role = 'tabpanel'
    panel.tabIndex = 0
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('aria-labelledby', tab.id)
    panel.querySelector('.tab-title')?.remove()
    tab.addEventListener('click', () => choose(index))
    return tab
  })
  function choose(selected: number) {
    for (const [index, tab] of tabs.entries()) {
      tab.ariaSelected = String(index === selected)
      tab.tabIndex = index === selected ? 0 : -1
      if (panels[index]) panels[index].hidden = index !== selected
    }
  }
  list.addEventListener('keydown', (event) => {
    const at = tabs.findIndex((tab) => tab === event.target)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (at < 0 || next === undefined) return
    event.preventDefault()
    const index = (next + tabs.length) % tabs.length
    choose(index)
    tabs[index]?.focus()
  })
  list.append(...tabs)
  box.prepend(list)
  choose(0)
}

function followHeadings() {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-labelledby="contents"] a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  )
  if (links.size === 0) return
  const usedIds = new Set<string>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) usedIds.add(target.id)
        else usedIds.delete(target.id)
      }
      const first = [...links.keys()].find((id) => usedIds.has(id))
      if (first === undefined) return
      for (const [id, link] of links) link.ariaCurrent = id === first ? 'true' : null
    },
    { rootMargin: '-80px 0px -60% 0px' },
  )
  for (const id of links.keys()) {
    const heading = document.getElementById(id)
    if (heading) observer.observe(heading)
  }
}

export function hydrateContent() {
  for (const prose of document.querySelectorAll<HTMLElement>('.prose')) addCopyButtons(prose)
  for (const [index, box] of [...document.querySelectorAll<HTMLElement>('[data-tabs]')].entries()) {
    makeTabs(box, index)
  }
  followHeadings()
  const form = document.querySelector<HTMLFormElement>('form[data-documentation-search]')
  const input = form?.querySelector('input')
  if (form && input) {
    suggest(form)
    focusOnSlash(input)
  }
}
