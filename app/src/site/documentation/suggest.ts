import { logError } from '#platform/log.ts'

/*
 * Results under the search field while typing: a list box of the ARIA combobox pattern. Without scripts the field is
 * a form that opens a page of results, and so does Enter without a selection.
 */

interface Hit {
  path: string
  title: string
  text: string
}
const pause_ms = 120

function createList(form: HTMLFormElement) {
  const list = document.createElement('ul')
  list.id = `${form.dataset.documentationSearch}-hits`
  list.role = 'listbox'
  list.hidden = true
  list.ariaLabel = form.textContent?.trim() ?? ''
  list.className = 'search-hits'
  return list
}

function createOption({ path, title, text }: Hit, id: string) {
  const option = document.createElement('li')
  option.id = id
  option.role = 'option'
  option.dataset.path = path
  const name = document.createElement('strong')
  name.textContent = title
  const about = document.createElement('span')
  about.textContent = text
  option.append(name, about)
  return option
}

export function suggest(form: HTMLFormElement) {
  const input = form.querySelector('input')
  const url = form.dataset.documentationSearch
  if (!input || !url) return
  const list = createList(form)
  form.append(list)
  input.role = 'combobox'
  input.setAttribute('aria-controls', list.id)
  input.ariaAutoComplete = 'list'

  let selectedIndex = -1
  let timer: ReturnType<typeof setTimeout> | undefined
  let requestNumber = 0
  /** Until the text changes: late results don't open the list. */
  let isDismissed = false
  const options = () => [...list.children].filter((child) => child instanceof HTMLElement)
  function choose(next: number) {
    selectedIndex = next
    for (const [index, option] of options().entries()) {
      option.ariaSelected = String(index === next)
      if (index === next) option.scrollIntoView({ block: 'nearest' })
    }
    const active = options()[next]
    if (active) input?.setAttribute('aria-activedescendant', active.id)
    else input?.removeAttribute('aria-activedescendant')
  }
  function show(hits: Hit[]) {
    list.replaceChildren(...hits.map((hit, index) => createOption(hit, `${list.id}-${index}`)))
    setOpen(hits.length > 0 && !isDismissed)
    choose(-1)
  }
  function setOpen(isOpen: boolean) {
    list.hidden = !isOpen
    if (input) input.ariaExpanded = String(isOpen)
  }
  setOpen(false)

  async function requestSuggestions() {
    const ownNumber = ++requestNumber
    const query = input?.value.trim() ?? ''
    if (!query) return show([])
    const reply = await fetch(`${url}?q=${encodeURIComponent(query)}`)
    // The route returns exactly this.
    const { data } = (await reply.json()) as { data: Hit[] }
    if (ownNumber === requestNumber && document.activeElement === input) show(data)
  }
  input.addEventListener('input', () => {
    isDismissed = false
    clearTimeout(timer)
    timer = setTimeout(() => {
      requestSuggestions().catch((error: unknown) => logError('Failed to search the documentation', error))
    }, pause_ms)
  })
  input.addEventListener('keydown', (event) => {
    const count = options().length
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault()
      isDismissed = true
      setOpen(false)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      choose((selectedIndex + step + count + (selectedIndex < 0 && step < 0 ? 1 : 0)) % count)
    } else if (event.key === 'Enter' && !list.hidden && options()[selectedIndex]) {
      event.preventDefault()
      location.assign(options()[selectedIndex]?.dataset.path ?? location.href)
    }
  })
  input.addEventListener('blur', () => setOpen(false))
  list.addEventListener('mousedown', (event) => {
    const option = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-path]') : null
    if (option?.dataset.path) location.assign(option.dataset.path)
  })
}

/**
 * `/` focuses the search field from anywhere on the page, as in the inbox, except with Alt or Ctrl and inside
 * fields.
 */
export function focusOnSlash(input: HTMLInputElement) {
  document.addEventListener('keydown', (event) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('input, textarea, select')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return
    event.preventDefault()
    input.focus()
  })
}
