import { httpHeadersMax, type Step } from '@ozvi/contract'
import { originOf, showsSecret } from '@ozvi/contract/scenario-requests'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { SecretForm } from './secret-form.tsx'
import { SecretsDialog } from './secrets-dialog.tsx'
import { TemplateInput } from './template-input.tsx'

type HttpStep = Extract<Step, { kind: 'http_request' }>
type Header = HttpStep['headers'][number]

/** A word before a key, such as `Bearer`, stays in the header. */
function splitKey(value: string): { before: string; key: string } {
  const space = value.lastIndexOf(' ')
  return { before: value.slice(0, space + 1), key: value.slice(space + 1) }
}
/** `X-Shop-Key` as the name of a secret. */
const nameFrom = (header: string) =>
  header
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join('_')

/** Headers of a request. A key in one is readable by everyone, so it is offered to become a secret. */
export function HeaderFields({ step, onChange }: { step: HttpStep; onChange: (step: Step) => void }) {
  const t = useT()
  const { integration_id, references, isReadOnly } = useEditorParts()
  const { headers } = step
  const [moved, setMoved] = useState<number>()
  const [isManaging, setManaging] = useState(false)
  const origin = originOf(step.url)
  const usable = [...references.secrets].filter(([, own]) => own === origin).map(([name]) => name)
  const change = (index: number, header: Header) =>
    onChange({ ...step, headers: headers.with(index, header) })
  const movedHeader = moved === undefined ? undefined : headers[moved]
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-medium">{t('scenarios.http_headers')}</p>
      <p className="text-sm text-muted">{t('scenario-secrets.header_hint')}</p>
      {headers.map((header, index) => (
        <div key={index} className="flex flex-col gap-1">
          <HeaderRow
            header={header}
            number={index + 1}
            secrets={usable}
            onChange={(next) => change(index, next)}
            onRemove={() => onChange({ ...step, headers: headers.toSpliced(index, 1) })}
          />
          {showsSecret(header) && (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-warning">
              <Icon name="alert-triangle" size={16} />
              <span className="min-w-0 flex-1 basis-48">{t('scenario-secrets.readable')}</span>
              {!isReadOnly && (
                <Button size="sm" icon="key" onClick={() => setMoved(index)}>
                  {t('scenario-secrets.move')}
                </Button>
              )}
            </p>
          )}
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        {headers.length < httpHeadersMax && (
          <Button
            size="sm"
            icon="plus"
            onClick={() => onChange({ ...step, headers: [...headers, { name: '', value: '' }] })}
          >
            {t('scenarios.header_add')}
          </Button>
        )}
        {!isReadOnly && (
          <Button size="sm" icon="key" onClick={() => setManaging(true)}>
            {t('scenario-secrets.manage')}
          </Button>
        )}
      </div>
      <SecretsDialog integration_id={integration_id} isOpen={isManaging} onOpenChange={setManaging} />
      {moved !== undefined && movedHeader && (
        <Dialog isOpen onOpenChange={() => setMoved(undefined)} title={t('scenario-secrets.move')}>
          <SecretForm
            integration_id={integration_id}
            initial={{
              name: nameFrom(movedHeader.name),
              origin: origin ?? '',
              value: splitKey(movedHeader.value).key,
            }}
            onSaved={(name) => {
              const { before } = splitKey(movedHeader.value)
              change(moved, { ...movedHeader, value: `${before}{{secrets.${name}}}` })
              setMoved(undefined)
            }}
            onCancel={() => setMoved(undefined)}
          />
        </Dialog>
      )}
    </div>
  )
}

interface HeaderRowProps {
  header: Header
  number: number
  secrets: readonly string[]
  onChange: (header: Header) => void
  onRemove: () => void
}
function HeaderRow({ header, number, secrets, onChange, onRemove }: HeaderRowProps) {
  const t = useT()
  return (
    <div className="flex items-center gap-1">
      <Input
        aria-label={t('scenarios.header_name', { number })}
        value={header.name}
        maxLength={100}
        autoComplete="off"
        className="min-w-0 flex-1"
        onChange={({ target }) => onChange({ ...header, name: target.value })}
      />
      <TemplateInput
        aria-label={t('scenarios.header_value', { number })}
        value={header.value}
        maxLength={2_000}
        secrets={secrets}
        spellCheck={false}
        className="flex-[1.5]"
        onChange={(value) => onChange({ ...header, value })}
      />
      <IconButton icon="x" size="sm" label={t('scenarios.header_remove', { number })} onClick={onRemove} />
    </div>
  )
}
