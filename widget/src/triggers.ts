import type { ScenarioBubble, WidgetConfig, WidgetTrigger } from '@ozvi/contract'
import type { EmbedLocale } from './embed/messages.ts'
import type { EmbedStorage } from './embed/storage.ts'
import type { ToPanel } from './host-messages.ts'
import { showBubble } from './triggers/bubble.ts'
import { createVisitLog } from './triggers/memory.ts'
import { type TriggerEvent, watchSignals } from './triggers/signals.ts'

export type { TriggerEvent } from './triggers/signals.ts'

/** The loader, which imports this file only if scenarios of the workspace start on pages. A tuple, to keep it small. */
type TriggerHost = [
  config: WidgetConfig,
  locale: EmbedLocale,
  script: HTMLScriptElement,
  launcher: { box: HTMLElement; focus: () => void },
  storage: { get(): EmbedStorage & { is_open: boolean }; set(part: Partial<EmbedStorage>): void },
  open: () => void,
  post: (message: ToPanel) => void,
  /** What has happened so far; further events are pushed. */
  events: { push(event: TriggerEvent): number } & Iterable<TriggerEvent>,
]
/** Triggers that mean the opened chat, so the scenario starts there. */
const inChat: readonly WidgetTrigger['kind'][] = ['launcher_clicked', 'chat_opened', 'custom_event']

export function watch(host: TriggerHost): void {
  const [config, locale, script, launcher, storage, open, post, events] = host
  // The preview of settings shows no more than the settings.
  if (script.dataset['preview'] === 'quiet') return
  const memory = createVisitLog(storage)
  let bubble: ReturnType<typeof showBubble> | undefined
  let isBusy = false

  async function read({ id }: WidgetTrigger): Promise<ScenarioBubble | undefined> {
    const url = new URL(`/widget/${config.key}/scenario/${id}.json`, script.src)
    url.searchParams.set('locale', locale)
    url.searchParams.set('page', location.href.slice(0, 2_000))
    try {
      const reply = await fetch(url, { credentials: 'omit' })
      return reply.status === 200 ? ((await reply.json()) as ScenarioBubble) : undefined // from our server
    } catch {
      return undefined // offline: the page works without it
    }
  }
  function remove() {
    bubble?.remove()
    bubble = undefined
  }
  /** One bubble at a time, and only while nothing else of the chat is shown. */
  async function show(trigger: WidgetTrigger) {
    if (bubble || isBusy) return
    isBusy = true
    const message = await read(trigger)
    isBusy = false
    if (!message || storage.get().is_open) return
    memory.markShown(trigger.id)
    bubble = showBubble(
      launcher.box,
      message,
      { locale, name: config.name },
      {
        onAnswer(button_id) {
          remove()
          open()
          post({ type: 'scenario', scenario_id: trigger.id, button_id: button_id ?? '', is_automatic: false })
          // It was shown before storing was allowed.
          memory.markShown(trigger.id)
        },
        onClose() {
          remove()
          launcher.focus()
        },
      },
    )
  }
  const send = watchSignals(config.triggers, memory.countPage, (trigger) => {
    if (!memory.canShow(trigger.id, trigger.days)) return
    if (!storage.get().is_open) return void show(trigger)
    if (!inChat.includes(trigger.kind)) return
    memory.markShown(trigger.id)
    post({ type: 'scenario', scenario_id: trigger.id, button_id: '', is_automatic: true })
  })
  const receive = (event: TriggerEvent) => {
    if (event[0] === 'chat_opened') {
      remove()
      memory.countPage()
    }
    // Closed again by the click.
    if (event[0] !== 'launcher_clicked' || storage.get().is_open) send(event)
    return 0
  }
  for (const event of events) receive(event)
  events.push = receive
}
