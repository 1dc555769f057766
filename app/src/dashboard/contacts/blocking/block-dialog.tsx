import {
  blockContact,
  type ContactProfile,
  type Input as InputOf,
  unblockContact,
  day_ms,
} from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import type { Translate } from '#platform/i18n/translator.ts'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { Checkbox } from '#ui/choice.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input } from '#ui/input.tsx'
import { createOverlay, type OverlayProps } from '#ui/overlays.tsx'
import { toast } from '#ui/toast.ts'
import { profileOf } from '#dashboard/contacts/profile'

interface BlockedContact {
  integration_id: string
  contact_id: string
  /** Their display name. */
  name: string
}
function show(
  cache: QueryClient,
  { integration_id, contact_id }: BlockedContact,
  blocked: ContactProfile['blocked'],
) {
  changeData(cache, profileOf(integration_id, contact_id), (cached) => ({ ...cached, blocked }))
}

/** Unblocks the contact; errors are shown. */
export async function unblock(cache: QueryClient, contact: BlockedContact, t: Translate) {
  const { integration_id, contact_id, name } = contact
  try {
    await call(unblockContact, { integration_id, contact_id })
    show(cache, contact, null)
    toast.success(t('blocking.undone', { name }))
  } catch (error) {
    toastError(error, t)
  }
}

const lengths = ['day', 'week', 'ever'] as const
const untilOf = (length: string): string | null =>
  length === 'ever' ? null : new Date(Date.now() + (length === 'day' ? day_ms : 7 * day_ms)).toISOString()

/** The input of `blockContact`: until when, and why. */
type Block = Omit<InputOf<typeof blockContact>, keyof BlockedContact>
interface BlockRequest {
  title: string
  text: string
  /** Offers to mark the conversation as spam too. */
  withSpam: boolean
  /** Blocks the contact; errors are shown in the dialog. */
  onSubmit: (block: Block, isSpam: boolean) => Promise<void>
}
function BlockDialog({ title, text, withSpam, onSubmit, isOpen, close }: BlockRequest & OverlayProps<true>) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    const { length = 'day', reason = '', spam } = fields
    await onSubmit({ until: untilOf(length), reason: reason.trim() }, spam !== undefined)
    close(true)
  })
  return (
    <Dialog isOpen={isOpen} onOpenChange={() => close()} title={title} description={text}>
      <Form
        id="block"
        labels={{ until: t('blocking.length'), reason: t('blocking.reason') }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <fieldset>
          <legend className="text-base font-medium">{t('blocking.length')}</legend>
          <div className="mt-2 grid grid-cols-3 gap-1.5">
            {lengths.map((length) => (
              <label
                key={length}
                className="flex h-9 items-center justify-center rounded-control border border-line px-2.5 text-base hover:bg-inset has-checked:border-primary has-checked:bg-primary-subtle has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus touch:h-11"
              >
                <input
                  type="radio"
                  name="length"
                  value={length}
                  defaultChecked={length === 'day'}
                  className="sr-only"
                />
                {t(`blocking.${length}`)}
              </label>
            ))}
          </div>
        </fieldset>
        <Field name="reason" hint={t('blocking.reason_hint')}>
          <Input maxLength={300} autoComplete="off" />
        </Field>
        {withSpam && <Checkbox name="spam" value="on" label={t('blocking.spam')} />}
        <FormActions
          label={t('blocking.confirm')}
          variant="danger"
          isBusy={isBusy}
          onCancel={() => close()}
        />
      </Form>
    </Dialog>
  )
}

const overlay = createOverlay<BlockRequest>(BlockDialog)

interface SingleBlockRequest extends BlockedContact {
  cache: QueryClient
  t: Translate
  /** Marks the conversation as spam. */
  markSpam?: (() => void) | undefined
}
/** Asks for duration and reason, and blocks. */
export const openBlockDialog = ({ cache, t, markSpam, ...contact }: SingleBlockRequest) =>
  overlay.open({
    title: t('blocking.title', { name: contact.name }),
    text: t('blocking.text'),
    withSpam: markSpam !== undefined,
    async onSubmit(block, isSpam) {
      const { integration_id, contact_id, name } = contact
      show(cache, contact, await call(blockContact, { integration_id, contact_id, ...block }))
      if (isSpam) markSpam?.()
      toast.success(t('blocking.done', { name }), {
        label: t('conversations.undo'),
        onClick: () => void unblock(cache, contact, t),
      })
    },
  })
/** Asks how to block the customers of several conversations; the caller blocks them. */
export const openBlockManyDialog = (t: Translate, count: number, onSubmit: (block: Block) => Promise<void>) =>
  overlay.open({
    title: t('bulk-actions.block_title', { count }),
    text: t('bulk-actions.block_text'),
    withSpam: false,
    onSubmit,
  })
