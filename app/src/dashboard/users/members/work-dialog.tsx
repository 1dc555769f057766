import { capacityMax, hoursNoteCharsMax, type Member } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Switch } from '#ui/choice.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { useHoursLabels, WeekRows } from '#dashboard/hours'
import { useIntegration } from '#dashboard/integrations'
import { CheckList } from '../check-list.tsx'
import { languageName, languages } from '../languages.ts'
import { saveMemberWork, saveOwnWork } from '../manage.ts'

const workday = [{ from: '09:00', to: '17:00' }]
/** Default working week. */
const office = [workday, workday, workday, workday, workday, [], []]

interface WorkDialogProps {
  integration_id: string
  member: Member
  /** Whether the user manages the team and can set capacity. */
  isManager: boolean
  onClose: () => void
}
/** A member's capacity, languages and working hours. */
export function WorkDialog({ integration_id, member, isManager, onClose }: WorkDialogProps) {
  const t = useT()
  const locale = useLocale()
  const integration = useIntegration()
  const zone = member.time_zone ?? integration.time_zone
  const [spoken, setSpoken] = useState(member.languages)
  const [week, setWeek] = useState(member.week)
  const hoursLabels = useHoursLabels({ week: week ?? [], holidays: [] })
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    const work = { languages: spoken, week, hours_note: fields['hours_note'] ?? '' }
    const capacity = fields['capacity']?.trim() ? Number(fields['capacity']) : null
    if (isManager) await saveMemberWork(integration_id, member.user_id, { ...work, capacity })
    else await saveOwnWork(integration_id, work)
    toast.success(t('users.work_saved'))
    onClose()
  })
  const offered = [...new Set([...member.languages, ...languages])].toSorted((a, b) =>
    languageName(a, locale).localeCompare(languageName(b, locale), locale),
  )
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('users.work_title', { name: member.name || member.email })}
      className="sm:w-[min(42rem,calc(100vw-2rem))] xl:w-[min(76rem,calc(100vw-2rem))]"
    >
      <Form
        id="work"
        labels={{
          ...hoursLabels,
          capacity: t('users.capacity'),
          hours_note: t('users.hours_note'),
          languages: t('users.languages'),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
          <div className="flex flex-col gap-5">
            {isManager && (
              <Field name="capacity" hint={t('users.capacity_hint')}>
                <Input
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={capacityMax}
                  defaultValue={member.capacity ?? ''}
                  className="max-w-32"
                />
              </Field>
            )}
            <Field name="hours_note" hint={t('users.hours_note_hint')}>
              <Input defaultValue={member.hours_note} maxLength={hoursNoteCharsMax} />
            </Field>
            <CheckList
              legend={t('users.languages')}
              options={offered.map((code) => ({ value: code, label: languageName(code, locale) }))}
              selected={spoken}
              onChange={setSpoken}
              className="grid grid-cols-2 gap-x-4 gap-y-1.5 max-xl:max-h-48 sm:grid-cols-3 xl:grid-cols-4"
            />
          </div>
          <div className="flex flex-col gap-3">
            <Switch
              label={t('users.has_hours')}
              hint={t('users.has_hours_hint', { zone: zone.replaceAll('_', ' ') })}
              checked={week !== null}
              onChange={({ target }) => setWeek(target.checked ? (member.week ?? office) : null)}
            />
            {week && (
              <div className="xl:[&_li]:py-1.5">
                <WeekRows week={week} onChange={setWeek} isAllowed none={t('users.day_off')} />
              </div>
            )}
          </div>
        </div>
        <FormActions label={t('users.save')} isBusy={isBusy} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
