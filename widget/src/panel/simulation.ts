import type { SimulatedChat, SimulatedInput, VisitorMessage } from '@ozvi/contract'
import { fieldText } from '@ozvi/contract/error-messages'
import { readForm } from '@ozvi/contract/scenario-forms'
import { ApiError } from './calls.ts'
import type { ChatState } from './chat-state.ts'
import { newId } from './ids.ts'
import type { PanelContextValue } from './panel-context.ts'
import type { State } from './state.ts'

/**
 * The panel of a scenario's test: the host sends the messages, and nothing reaches the server.
 * @param state the chat's state before its first message
 */
export function simulate(panel: PanelContextValue, state: State<ChatState>) {
  const { boot, client: unused, view, postToHost } = panel
  const conversation_id = newId()
  const post = (input: SimulatedInput) => postToHost({ type: 'simulated', input })
  const say = (text: string, files: readonly string[] = [], wants_person = false) =>
    post({ kind: 'message', text, files, wants_person })
  const nothing = () => undefined
  const client: typeof unused = {
    ...unused,
    state,
    setVisible: nothing,
    openThread: nothing,
    markSeen: nothing,
    sendTyping: nothing,
    // Not awaited, like a message that waits for the network.
    send: (_id, body) => Promise.resolve(say(body)),
    requestHuman: () => Promise.resolve(say('', [], true)),
    rate: () => Promise.resolve(),
    describe: () => Promise.resolve(),
    sendTranscript: () => Promise.resolve({ has_text: false }),
    choose: (_message, button) => Promise.resolve(post({ kind: 'button', id: button.id, text: button.text })),
    attach: (_id, files) =>
      Promise.resolve(
        say(
          '',
          files.map(({ name }) => name),
        ),
      ),
    fillIn({ details }, _id, values) {
      const { errors } = readForm(details.form ?? [], values, boot.locale)
      const texts = [...errors].map(([id, code]) => [`form_values.${id}`, [fieldText(boot.locale, code)]])
      if (texts.length > 0)
        return Promise.reject(
          new ApiError(422, { errors: Object.fromEntries(texts) as Record<string, string[]> }),
        )
      return Promise.resolve(post({ kind: 'form', values }))
    },
  }
  function show({ messages, handler }: SimulatedChat) {
    const shown = messages.map((message, index): VisitorMessage => ({
      ...message,
      conversation_id,
      seq: index + 1,
      prev: index,
    }))
    const last = shown.at(-1)
    const row = {
      id: conversation_id,
      subject: '',
      status: 'open' as const,
      handler,
      assignee_name: null,
      assignee_avatar: null,
      last_seq: shown.length,
      seen_seq: shown.length,
      team_seen_seq: 0,
      can_rate: false,
      merged_into_id: null,
      last_message_at: last?.sent_at ?? new Date().toISOString(),
      last_message_preview: last?.body ?? '',
      version: 1,
    }
    state.set({
      phase: 'ready',
      conversations: [row],
      threads: {
        [conversation_id]: {
          messages: shown,
          is_loaded: true,
          is_reading: false,
          has_older: false,
          is_stuck: false,
          progress: null,
        },
      },
    })
    // Not stored: the next visit of the tab starts without it.
    view.state.set({ conversation_id, is_open: true, takes_focus: false })
  }
  return { value: { ...panel, client }, show }
}
