import type { MessageCard, MessageImage } from '../conversations/messages.ts'
import { scenarioImagePath } from './images.ts'
import type { SentCard, SentImage } from './run.ts'

/** An image that a run sends, as its message stores it. */
export const messageImage = (integration_id: string, { id, ...image }: SentImage): MessageImage => ({
  path: scenarioImagePath(integration_id, id),
  ...image,
})
/** Cards that a run sends, as their message stores them. */
export const messageCards = (integration_id: string, cards: readonly SentCard[]): MessageCard[] =>
  cards.map((card) => ({ ...card, image: card.image && messageImage(integration_id, card.image) }))
