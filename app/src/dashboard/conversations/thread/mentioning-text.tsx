import { normalizeText, type Message } from '@ozvi/contract'
import { Fragment, type ReactNode } from 'react'
import { useUser } from '#platform/session/session.tsx'
import { cn } from '#ui/cn.ts'
import { Markdown } from '#ui/markdown.tsx'
import { useMembers } from '../people/members.ts'

/** @returns a renderer for notes that highlights mentioned names, the reader's own most */
function useMentionedNames(
  integration_id: string,
  { mentions = [] }: Message['details'],
): ((text: string) => ReactNode) | undefined {
  const user = useUser()
  const members = useMembers(integration_id)
  const labels = members
    .filter(({ user_id }) => mentions.includes(user_id))
    .flatMap(({ user_id, name, email }) =>
      [name, email]
        .filter(Boolean)
        .map((label) => ({ label: `@${normalizeText(label)}`, isMe: user_id === user.id })),
    )
    .sort((a, b) => b.label.length - a.label.length)
  if (labels.length === 0) return undefined
  return (text) => {
    const plain = normalizeText(text)
    // Letters that fold into several would shift positions; then nothing is highlighted.
    if (plain.length !== text.length) return text
    const nodes: ReactNode[] = []
    let at = 0
    for (
      let mentionStart = plain.indexOf('@');
      mentionStart >= 0;
      mentionStart = plain.indexOf('@', Math.max(at, mentionStart + 1))
    ) {
      const mention = labels.find(({ label }) => plain.startsWith(label, mentionStart))
      if (!mention) continue
      const end = mentionStart + mention.label.length
      nodes.push(
        text.slice(at, mentionStart),
        <span
          className={cn('rounded-[4px] px-0.5 font-medium text-primary', mention.isMe && 'bg-primary-subtle')}
        >
          {text.slice(mentionStart, end)}
        </span>,
      )
      at = end
    }
    nodes.push(text.slice(at))
    return nodes.map((node, index) => <Fragment key={index}>{node}</Fragment>)
  }
}

/** A note with mentions. */
export function MentioningText({ message, integration_id }: { message: Message; integration_id: string }) {
  const renderText = useMentionedNames(integration_id, message.details)
  return <Markdown text={message.body} {...(renderText ? { renderText } : {})} />
}
