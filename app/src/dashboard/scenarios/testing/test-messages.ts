import type { VisitorMessage } from '@ozvi/contract'
import { messageCards, messageImage } from '@ozvi/contract/scenario-engine'
import type { TestEntry, TestRun } from './test-run.ts'

type Content = Pick<VisitorMessage, 'author' | 'kind' | 'body' | 'details'>

/** Texts that stand for what the assistant would say, and for a button without a text. */
interface Placeholders {
  answer: string
  missing: string
}

function contentOf(
  entry: TestEntry,
  integration_id: string,
  { answer, missing }: Placeholders,
): Content | undefined {
  if (entry.kind === 'customer') return { author: 'contact', kind: 'text', body: entry.text, details: {} }
  if (entry.kind === 'answer') return { author: 'assistant', kind: 'answer', body: answer, details: {} }
  const { effect } = entry
  if (effect.kind === 'hand_over') return { author: 'system', kind: 'hand_over', body: '', details: {} }
  if (effect.kind !== 'send') return undefined
  const { text, buttons, form, image, cards } = effect
  const details = {
    ...(buttons.length > 0
      ? { buttons: buttons.map((button) => ({ ...button, text: button.text || missing })) }
      : {}),
    ...(form ? { form } : {}),
    ...(image ? { image: messageImage(integration_id, image) } : {}),
    ...(cards ? { cards: messageCards(integration_id, cards) } : {}),
  }
  return { author: 'scenario', kind: 'text', body: text, details }
}

/** What the customer would see of a test. */
export const messagesOf = (
  { id, log }: TestRun,
  integration_id: string,
  placeholders: Placeholders,
): VisitorMessage[] =>
  log.flatMap((entry, index) => {
    const content = contentOf(entry, integration_id, placeholders)
    if (!content) return []
    return {
      id: `${id}-${index}`,
      conversation_id: id,
      seq: index + 1,
      prev: index,
      author_name: null,
      author_avatar: null,
      attachments: [],
      citations: [],
      change: null,
      sent_at: entry.sent_at,
      ...content,
    }
  })
