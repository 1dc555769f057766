import { isSameText } from '../answers.ts'
import type { CardButton, FlowCard, StepOf } from '../flow.ts'
import { inUrl, isLink } from '../links.ts'
import type { SentCard } from '../run.ts'
import type { Turn } from '../turn.ts'
import { askAndReturn } from './ask-and-return.ts'
import { edge, imageReference, type StepEdge, type StepType } from './step-type.ts'

type Cards = StepOf<'cards'>
const linkCharsMax = 2_000

const continues = ({ action }: CardButton) => action === 'next'
const waits = ({ cards }: Cards) => cards.some(({ buttons }) => buttons.some(continues))

function edges({ cards, next }: Cards): StepEdge[] {
  const buttonEdges = cards.flatMap(({ buttons }, position) =>
    buttons.flatMap((button, index) =>
      continues(button) ? [edge(`cards.${position}.buttons.${index}.next`, button.next)] : [],
    ),
  )
  return buttonEdges.length > 0 ? buttonEdges : [edge('next', next)]
}
const textsOf = ({ image, title, text, buttons }: FlowCard, path: string) => [
  ...(image ? [{ path: `${path}.image.alt`, text: image.alt }] : []),
  { path: `${path}.title`, text: title },
  // Cards can do without a text, but one locale can't.
  ...(Object.values(text).some((part) => part?.trim()) ? [{ path: `${path}.text`, text }] : []),
  ...buttons.map((button, index) => ({ path: `${path}.buttons.${index}.text`, text: button.text })),
]

/** The card as the customer sees it. A link that a value made invalid is left out. */
function sentCard({ id, image, title, text, buttons }: FlowCard, turn: Turn): SentCard {
  return {
    id,
    image: turn.imageOf(image),
    title: turn.textOf(title),
    text: turn.textOf(text),
    buttons: buttons.flatMap((button): SentCard['buttons'] => {
      const label = { id: button.id, text: turn.textOf(button.text) }
      if (continues(button)) return [{ ...label, url: null }]
      const url = turn.render(button.url, linkCharsMax, inUrl)
      return isLink(url) ? [{ ...label, url }] : []
    }),
  }
}
/** The cards as text, for emails, exports and everything else that can't show them. */
const cardsText = (cards: readonly SentCard[]): string =>
  cards
    .map(({ title, text, buttons }) =>
      [title, text, ...buttons.map((button) => `- ${button.text}${button.url ? `: ${button.url}` : ''}`)]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n')

/** The button that a message names: by its text, by its card and text, or by a card with one button. */
function namedButton({ cards }: Cards, message: string): CardButton | undefined {
  const matches = cards.flatMap((card) => {
    const buttons = card.buttons.filter(continues)
    return buttons.flatMap((button) => {
      const isNamed = (['en', 'sk'] as const).some((locale) => {
        const [title = '', label = ''] = [card.title[locale], button.text[locale]]
        return (
          isSameText(message, label) ||
          (title !== '' && label !== '' && isSameText(message, `${title}: ${label}`)) ||
          (buttons.length === 1 && isSameText(message, title))
        )
      })
      return isNamed ? [button] : []
    })
  })
  // Cards often have the same buttons: then the text alone doesn't say which one is meant.
  return matches.length === 1 ? matches[0] : undefined
}
function findButton(step: Cards, { input, message, state }: Turn): CardButton | undefined {
  if (input.kind === 'button')
    return input.step_id === step.id
      ? step.cards
          .flatMap(({ buttons }) => buttons.filter(continues))
          .find(({ id }) => id === input.button_id)
      : undefined
  return message === null || state.step_id !== step.id ? undefined : namedButton(step, message)
}

export const cards: StepType<Cards> = {
  waits,
  edges,
  texts: ({ cards }) => cards.flatMap((card, index) => textsOf(card, `cards.${index}`)),
  templates: ({ cards }) =>
    cards.flatMap(({ buttons }, position) =>
      buttons.flatMap((button, index) =>
        continues(button) ? [] : [{ path: `cards.${position}.buttons.${index}.url`, text: button.url }],
      ),
    ),
  references: ({ cards }) =>
    cards.flatMap(({ image }, index) => imageReference(image, `cards.${index}.image`)),
  missing: ({ cards }) => [
    ...(cards.length === 0 ? ['cards'] : []),
    ...cards.flatMap(({ buttons }, position) =>
      buttons.flatMap((button, index) =>
        continues(button) || button.url !== '' ? [] : [`cards.${position}.buttons.${index}.url`],
      ),
    ),
  ],
  enter(step, turn) {
    const sent = step.cards.map((card) => sentCard(card, turn))
    if (sent.length > 0)
      turn.addEffect({
        kind: 'send',
        step_id: step.id,
        text: turn.cut(cardsText(sent)),
        buttons: [],
        cards: sent,
      })
    return waits(step) ? turn.wait('button') : { to: step.next }
  },
  receive(step, turn) {
    const chosen = findButton(step, turn)
    return chosen ? { to: chosen.next } : askAndReturn(step, turn)
  },
}
