import type { InboxRow, Message } from '@ozvi/contract'
import { Fragment, lazy, Suspense } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { LinkedText } from '#ui/inline-markdown.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { Answer, ExplanationButton } from '#dashboard/assistant'
import { Bubble, Group, type Side } from './bubble.tsx'
import { CustomerAvatar } from '../people/customer-avatar.tsx'
import { MemberAvatar } from '../people/member-avatar.tsx'
import { MessageFiles } from './message-files.tsx'
import { MessageSlot } from './message-slot.tsx'
import { customerName } from '../people/names.ts'
import { lastToCustomer } from './thread-entries.ts'

const MentioningText = lazy(() =>
  import('./mentioning-text.tsx').then((module) => ({ default: module.MentioningText })),
)

const MessageCards = lazy(() =>
  import('#dashboard/message-cards').then((module) => ({ default: module.MessageCards })),
)
const SentImage = lazy(() =>
  import('#dashboard/message-cards').then((module) => ({ default: module.SentImage })),
)

const markIcons = { sent: 'check', delivered: 'circle-check', seen: 'eye' } as const
/** Delivery state of a message to the customer. */
function deliveryOf(row: InboxRow, { seq }: Message) {
  if (row.visitor_seen_seq >= seq) return 'seen'
  return row.visitor_delivered_seq >= seq ? 'delivered' : 'sent'
}

function sideOf({ author, kind }: Message): Side {
  if (kind === 'note') return 'note'
  if (author === 'contact') return 'customer'
  return author === 'member' ? 'team' : 'bot'
}

/** Consecutive messages of one author under one name. */
export function MessageGroup({
  group,
  row,
  messages,
}: {
  group: [Message, ...Message[]]
  row: InboxRow
  messages: readonly Message[]
}) {
  const t = useT()
  const user = useUser()
  const locale = useLocale()
  const [first] = group
  const side = sideOf(first)
  function authorName() {
    const { rule_name, scenario } = first.details
    if (side === 'customer') return customerName(row, t)
    if (rule_name) return t('conversations.by_rule', { rule: rule_name })
    if (scenario && first.author === 'scenario') return t('scenario-runs.by', { name: scenario.name })
    if (side === 'bot') return t('conversations.by_assistant')
    if (first.author_id === user.id) return t('conversations.by_me')
    return first.author_name ?? t('conversations.by_member')
  }
  const shownSeen = lastToCustomer(messages)
  return (
    <Group
      side={side}
      avatar={<GroupAvatar first={first} side={side} row={row} />}
      author={authorName()}
      time={first.sent_at}
    >
      {group.map((message) => (
        <Fragment key={message.seq}>
          <MessageSlot message={message}>
            {message.body && !message.details.cards && (
              <Bubble side={side} lang={side === 'note' || row.locale === locale ? undefined : row.locale}>
                {message.kind === 'answer' ? (
                  <>
                    {message.details.band === 'may_help' && (
                      <Badge tone="warning" className="mb-2">
                        {t('conversations.may_help')}
                      </Badge>
                    )}
                    <Answer body={message.body} citations={message.citations} />
                  </>
                ) : side === 'customer' ? (
                  <LinkedText text={message.body} />
                ) : (
                  <WrittenText message={message} integration_id={row.integration_id} />
                )}
              </Bubble>
            )}
            <ScenarioContent message={message} messages={messages} lang={row.locale} />
            {message.details.form && <FormNote fields={message.details.form} />}
            <MessageFiles attachments={message.attachments} integration_id={row.integration_id} />
          </MessageSlot>
          {message.details.band && (
            <ExplanationButton message={message} integration_id={row.integration_id} />
          )}
          {message.author === 'scenario' && message.details.scenario?.step_number !== undefined && (
            <p className="px-1 text-xs text-muted">
              {message.details.scenario.step_title
                ? t('scenario-runs.sent_at', {
                    number: message.details.scenario.step_number,
                    step: message.details.scenario.step_title,
                  })
                : t('scenario-runs.sent', { number: message.details.scenario.step_number })}
            </p>
          )}
          {message.details.by_link && (
            <p className="flex items-center gap-1 text-xs text-muted">
              <Icon name="mail" size={14} />
              {t('reply-mails.by_link')}
            </p>
          )}
          {message === shownSeen && (
            <p className="flex items-center gap-1 text-xs text-muted">
              <Icon name={markIcons[deliveryOf(row, message)]} size={14} />
              {t(`conversations.${deliveryOf(row, message)}`)}
            </p>
          )}
        </Fragment>
      ))}
    </Group>
  )
}

/** The image or the cards that a scenario sent, with the button that the customer chose. */
function ScenarioContent({
  message: { id, details },
  messages,
  lang,
}: {
  message: Message
  messages: readonly Message[]
  lang: string
}) {
  const { image, cards } = details
  if (!image && !cards) return null
  const reply = messages.find((each) => each.details.button_id && each.details.reply_to === id)
  return (
    <Suspense>
      {image && <SentImage image={image} lang={lang} />}
      {cards && <MessageCards cards={cards} chosen={reply?.details.button_id} lang={lang} />}
    </Suspense>
  )
}

/** What the customer is asked to fill in. */
function FormNote({ fields }: { fields: NonNullable<Message['details']['form']> }) {
  const t = useT()
  return (
    <p className="px-1 text-sm wrap-anywhere text-muted">
      {t('scenario-runs.form', { fields: fields.map(({ text }) => text).join(', ') })}
    </p>
  )
}

function WrittenText({ message, integration_id }: { message: Message; integration_id: string }) {
  const plain = <Markdown text={message.body} />
  if (!message.details.mentions) return plain
  return (
    <Suspense fallback={plain}>
      <MentioningText message={message} integration_id={integration_id} />
    </Suspense>
  )
}

function GroupAvatar({ first, side, row }: { first: Message; side: Side; row: InboxRow }) {
  if (side === 'customer') return <CustomerAvatar contact={row.contact} size="sm" />
  if (side !== 'bot' && first.author !== 'scenario' && !first.details.rule_name)
    return (
      <MemberAvatar
        integration_id={row.integration_id}
        user_id={first.author_id}
        name={first.author_name ?? ''}
      />
    )
  return (
    <span className="flex size-7 items-center justify-center rounded-full bg-bot-subtle text-bot">
      <Icon name="bot" size={16} />
    </span>
  )
}
