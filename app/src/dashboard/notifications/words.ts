import type { Notice } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import type { IconName } from '#ui/icon.tsx'

/** What has happened, in one line. */
export const noticeWords = ({ kind, who, number, count }: Notice, t: Translate): string =>
  t(`notifications.notice_${kind}`, {
    who: who ?? t('conversations.visitor', { number }),
    count,
  })
export const noticeIcons: Record<Notice['kind'], IconName> = {
  unassigned: 'inbox',
  assigned: 'user',
  mentioned: 'note',
  replied: 'message',
  overdue: 'alert-triangle',
}
