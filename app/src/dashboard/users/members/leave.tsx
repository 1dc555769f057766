import type { Member } from '@ozvi/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { refetchSession, useUser } from '#platform/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { toast } from '#ui/toast.ts'
import { useIntegration } from '#dashboard/integrations'
import { leave } from '../data.ts'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'

/** Leaving the workspace, for everyone except the owner. */
export function Leave({ users }: { users: readonly Member[] }) {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const user = useUser()
  const { id, name } = useIntegration()
  const [isAsked, setIsAsked] = useState(false)
  const self = users.find(({ user_id }) => user_id === user.id)
  if (!self) return null
  return (
    <Section title={t('users.leave')} description={t('users.leave_text')} tone="danger">
      <Button variant="danger" className="self-start" onClick={() => setIsAsked(true)}>
        {t('users.leave')}
      </Button>
      {isAsked && (
        <RemoveMemberDialog
          integration_id={id}
          title={t('users.leave_title', { name })}
          text={t('users.leave_text')}
          confirmLabel={t('users.leave')}
          leaving={self}
          users={users}
          onClose={() => setIsAsked(false)}
          remove={async (reassign_to) => {
            await leave(id, reassign_to)
            await navigate(to('app'))
            await refetchSession()
            toast.success(t('users.left', { name }))
          }}
        />
      )}
    </Section>
  )
}
