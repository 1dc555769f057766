import {
  fileLimits,
  type Locale,
  locales,
  replyBodyCharsMax,
  replyTitleCharsMax,
  shortcutCharsMax,
} from '@ozvi/contract'
import { Suspense, useEffect, useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { languageNames } from '#platform/i18n/languages.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Input, Select, Textarea } from '#ui/input.tsx'
import { FilesField, loadUploads, useAttachedFiles } from '#dashboard/files'
import type { ReplyText, SavedText } from './data.ts'

const localeOf = (value: string | undefined): Locale | null =>
  locales.find((locale) => locale === value) ?? null

/** Visibility; `suggested`: shared once accepted by someone with the right. */
export type Visibility = 'team' | 'suggested' | 'me'

interface Props {
  integration_id: string
  title: string
  description?: string
  /** Label of the button. */
  label?: string
  /** Initial content. */
  text?: Partial<ReplyText>
  /** Offered if there is more than one; the first is selected. */
  visibility?: readonly Visibility[]
  onSave: (text: SavedText, visibility: Visibility | undefined) => Promise<unknown>
  onClose: () => void
}
/** Edits a canned reply. */
export function ReplyDialog({
  integration_id,
  title,
  description,
  label,
  text = {},
  visibility = [],
  onSave,
  onClose,
}: Props) {
  const t = useT()
  const [attachKey] = useState(() => `reply.${crypto.randomUUID()}`)
  const attached = useAttachedFiles(integration_id, attachKey)
  const { files, add, put, take } = attached
  const { attachments } = text
  useEffect(() => {
    if (attachments) put(attachments)
    return () => void take()
  }, [attachments, put, take])
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    const { shortcut = '', title = '', body = '', locale, visible_to } = fields
    const { uploadAll } = await loadUploads()
    const saved = {
      shortcut: shortcut.replace(/^[/#]/, ''),
      title,
      body,
      locale: localeOf(locale),
      file_ids: await uploadAll(
        integration_id,
        files.map(({ local }) => local),
      ),
    }
    await onSave(
      saved,
      visibility.find((one) => one === visible_to),
    )
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      {...(description && { description })}
      className="sm:w-[min(40rem,calc(100vw-2rem))]"
    >
      <Form
        id="reply"
        labels={{
          title: t('canned-replies.name'),
          shortcut: t('canned-replies.shortcut'),
          body: t('canned-replies.body'),
          file_ids: t('canned-replies.files'),
          locale: t('canned-replies.locale'),
          visible_to: t('canned-replies.visibility'),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field name="title" isRequired>
            <Input defaultValue={text.title} autoComplete="off" maxLength={replyTitleCharsMax} />
          </Field>
          <Field name="shortcut" isRequired hint={t('canned-replies.shortcut_hint')}>
            <Input
              defaultValue={text.shortcut}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={shortcutCharsMax + 1}
            />
          </Field>
        </div>
        <Field
          name="body"
          isRequired={files.length === 0}
          hint={t('canned-replies.body_hint', variableNames)}
        >
          <Textarea
            defaultValue={text.body}
            maxLength={replyBodyCharsMax}
            onPaste={(event) => {
              const pasted = [...event.clipboardData.files]
              if (pasted.length === 0) return
              event.preventDefault()
              void add(pasted)
            }}
          />
        </Field>
        <Field name="file_ids" hint={t('canned-replies.files_hint', limits)}>
          <Suspense fallback={<div className="h-9" />}>
            <FilesField {...attached} />
          </Suspense>
        </Field>
        <Scope locale={text.locale ?? ''} visibility={visibility} />
        <FormActions
          label={label ?? t('canned-replies.save')}
          isBusy={isBusy}
          isDisabled={files.some(({ state }) => state === 'rejected')}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
/** The language of the reply and who sees it. */
function Scope({ locale, visibility }: { locale: Locale | ''; visibility: readonly Visibility[] }) {
  const t = useT()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field name="locale">
        <Select defaultValue={locale}>
          <option value="">{t('canned-replies.locale_any')}</option>
          {locales.map((one) => (
            <option key={one} value={one}>
              {languageNames[one]}
            </option>
          ))}
        </Select>
      </Field>
      {visibility.length > 0 && (
        <Field name="visible_to">
          <Select>
            {visibility.map((one) => (
              <option key={one} value={one}>
                {t(`canned-replies.visibility_${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  )
}
const limits = { max: fileLimits.files_max, size: fileLimits.bytes_max / 1024 ** 2 }
/** Braces are ICU syntax, so variable names are passed as values. */
const variableNames = {
  contact: '{{contact.name|…}}',
  member: '{{member.name}}',
  signature: '{{member.signature}}',
  workspace: '{{workspace.name}}',
}
