import { matchesPage } from '@ozvi/contract/scenario-pages'
import type { WidgetTrigger } from '@ozvi/contract'

/** What the loader and the page report. */
export type TriggerEvent =
  /** The page has another address now. */
  | ['page']
  | ['launcher_clicked' | 'chat_opened']
  /** The name of the event. */
  | ['custom_event', string]
  /** From now on visits may be remembered. */
  | ['remembered']

const scrolledPercent = () => {
  const { scrollHeight, clientHeight } = document.documentElement
  const way = scrollHeight - clientHeight
  // A page without a scroll bar is seen whole.
  return way <= 0 ? 100 : (scrollY / way) * 100
}

/**
 * Watches the visitor's behavior on the page. Adds only the listeners that the triggers need.
 * @param onTrigger called when a trigger applies; it can apply again on the next page
 */
export function watchSignals(
  triggers: readonly WidgetTrigger[],
  visitNumber: () => number | undefined,
  onTrigger: (trigger: WidgetTrigger) => void,
) {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const fits = ({ page }: WidgetTrigger) => !page || matchesPage(page, location.href)
  const fire = (applies: (trigger: WidgetTrigger) => boolean) => {
    for (const trigger of triggers) if (applies(trigger) && fits(trigger)) onTrigger(trigger)
  }
  const has = (kind: WidgetTrigger['kind']) => triggers.some((trigger) => trigger.kind === kind)

  function countVisit() {
    const visit = visitNumber()
    if (visit !== undefined) fire(({ kind }) => kind === (visit > 1 ? 'returning_visit' : 'first_visit'))
  }
  function startPage() {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    fire(({ kind }) => kind === 'page_opened')
    countVisit()
    for (const trigger of triggers)
      if (trigger.kind === 'time_on_page' && fits(trigger))
        timers.add(setTimeout(() => onTrigger(trigger), (trigger.at ?? 0) * 1_000))
    checkScroll()
  }
  let isAsked = false
  function checkScroll() {
    if (isAsked || !has('scrolled')) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      const percent = scrolledPercent()
      fire(({ kind, at = 0 }) => kind === 'scrolled' && percent >= at)
    })
  }
  if (has('scrolled')) addEventListener('scroll', checkScroll, { passive: true })
  if (has('exit_intent'))
    document.documentElement.addEventListener('mouseleave', ({ clientY }) => {
      if (clientY <= 0) fire(({ kind }) => kind === 'exit_intent')
    })
  startPage()

  return ([kind, name]: TriggerEvent) => {
    if (kind === 'page') startPage()
    else if (kind === 'remembered') countVisit()
    else fire((trigger) => trigger.kind === kind && (kind !== 'custom_event' || trigger.name === name))
  }
}
