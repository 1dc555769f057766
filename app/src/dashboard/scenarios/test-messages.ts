import type { VisitorMessage } from '@ozvi/contract'
import { messageCards, messageImage } from '@ozvi/contract/scenario-engine'
import type { TestEntry, TestRun } from './test-run.ts'

type Content = Pick<VisitorMessage, 'author' | 'kind' | 'body' | 'details'>

function contentOf(entry: TestEntry, integration_id: string, answer: string): Content | undefined {
  if (entry.kind === 'customer') return { author: 'contact', kind: 'text', body: entry.text, details: {} }
  if (entry.kind === 'answer') return { author: 'assistant', kind: 'answer', body: answer, details: {} }
  const { effect } = entry
  if (effect.kind === 'hand_over') return { author: 'system', kind: 'hand_over', body: '', details: {} }
  if (effect.kind !== 'send') return undefined
  const { text, buttons, form, image, cards } = effect
  const details = {
    ...(buttons.length > 0 ? { buttons } : {}),
    ...(form ? { form } : {}),
    ...(image ? { image: messageImage(integration_id, image) } : {}),
    ...(cards ? { cards: messageCards(integration_id, cards) } : {}),
  }
  return { author: 'scenario', kind: 'text', body: text, details }
}

/** What the customer would see of a test. @param answer stands for what the assistant would say */
export const messagesOf = (
  { id, log, now }: TestRun,
  integration_id: string,
  answer: string,
): VisitorMessage[] =>
  log.flatMap((entry, index) => {
    const content = contentOf(entry, integration_id, answer)
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
      sent_at: now,
      ...content,
    }
  })
