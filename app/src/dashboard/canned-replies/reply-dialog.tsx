import {
  fileLimits,
  type Locale,
  locales,
  replyBodyCharsMax,
  replyTitleCharsMax,
  shortcutCharsMax,
} from '@ozvi/contract'
import { Suspense, useEffect, useState } from 'react'
import { useAction } from '#platform/calls/action.ts'
import { languageNames } from '#platform/i18n/languages.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActs } from '#ui/form-acts.tsx'
import { Input, Select, Textarea } from '#ui/input.tsx'
import { FilesField, loadUploads, useAttachedFiles } from '#dashboard/files'
import type { ReplyWords, SavedWords } from './data.ts'

const localeOf = (value: string | undefined): Locale | null =>
  locales.find((locale) => locale === value) ?? null

/** Visibility; `suggested`: shared once accepted by someone with the right. */
export type KeptFor = 'team' | 'suggested' | 'me'

interface Props {
  integration_id: string
  title: string
  description?: string
  /** Label of the button. */
  label?: string
  /** Initial content. */
  words?: Partial<ReplyWords>
  /** Offered if there is more than one; the first is selected. */
  keptFor?: readonly KeptFor[]
  onSave: (words: SavedWords, keptFor: KeptFor | undefined) => Promise<unknown>
  onClose: () => void
}
/** Edits a canned reply. */
export function ReplyDialog({
  integration_id,
  title,
  description,
  label,
  words = {},
  keptFor = [],
  onSave,
  onClose,
}: Props) {
  const t = useT()
  const [place] = useState(() => `reply.${crypto.randomUUID()}`)
  const attached = useAttachedFiles(integration_id, place)
  const { files, add, put, take } = attached
  const kept = words.attachments
  useEffect(() => {
    if (kept) put(kept)
    return () => void take()
  }, [kept, put, take])
  const { run, isBusy, problem } = useAction(async (fields: Record<string, string>) => {
    const { shortcut = '', title = '', body = '', locale, kept_for } = fields
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
      keptFor.find((one) => one === kept_for),
    )
    onClose()
  })
  return (
    <Dialog isOpen onOpenChange={onClose} title={title} {...(description && { description })}>
      <Form
        id="reply"
        labels={{
          title: t('canned-replies.name'),
          shortcut: t('canned-replies.shortcut'),
          body: t('canned-replies.body'),
          file_ids: t('canned-replies.files'),
          locale: t('canned-replies.locale'),
          kept_for: t('canned-replies.kept_for'),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <Field name="title" isRequired>
          <Input defaultValue={words.title} autoComplete="off" maxLength={replyTitleCharsMax} />
        </Field>
        <Field name="shortcut" isRequired hint={t('canned-replies.shortcut_hint')}>
          <Input
            defaultValue={words.shortcut}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={shortcutCharsMax + 1}
          />
        </Field>
        <Field
          name="body"
          isRequired={files.length === 0}
          hint={t('canned-replies.body_hint', variableNames)}
        >
          <Textarea
            defaultValue={words.body}
            rows={6}
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
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="locale">
            <Select defaultValue={words.locale ?? ''}>
              <option value="">{t('canned-replies.locale_any')}</option>
              {locales.map((locale) => (
                <option key={locale} value={locale}>
                  {languageNames[locale]}
                </option>
              ))}
            </Select>
          </Field>
          {keptFor.length > 0 && (
            <Field name="kept_for">
              <Select>
                {keptFor.map((one) => (
                  <option key={one} value={one}>
                    {t(`canned-replies.of_${one}`)}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </div>
        <FormActs
          label={label ?? t('canned-replies.save')}
          isBusy={isBusy}
          isDisabled={files.some(({ state }) => state === 'refused')}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
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
