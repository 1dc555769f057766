import type { DataSourceKind, Integration } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Segments } from '#ui/segments.tsx'
import { ApiForm } from './api-form.tsx'
import type { SourceActions } from '../data.ts'
import { FileForm } from './file-form.tsx'
import { QuestionForm } from './question-form.tsx'
import { kindIcons } from '../states.ts'
import { TextForm } from './text-form.tsx'
import { WebsiteForm } from './website-form.tsx'

const kinds = ['website', 'file', 'question', 'text', 'api'] as const satisfies DataSourceKind[]
const depthOffered = 5
const pagesOffered = 100

interface Props {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  integration: Integration
  actions: SourceActions
}
/** Adds a data source. Input of one type is kept while another is shown. */
export function AddDialog({ isOpen, onOpenChange, integration, actions }: Props) {
  const t = useT()
  const [kind, setKind] = useState<DataSourceKind>('website')
  const close = () => onOpenChange(false)
  const shared = { submitLabel: t('data-sources.add_now'), onDone: close, onCancel: close }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('data-sources.add')}
      className="sm:w-[min(42rem,calc(100vw-2rem))]"
    >
      <div className="flex flex-col gap-5">
        <div className="sm:w-fit">
          <Segments
            isWrapping
            label={t('data-sources.kind')}
            value={kind}
            onChange={setKind}
            options={kinds.map((each) => ({
              value: each,
              label: t(`data-sources.kind_${each}`),
              icon: kindIcons[each],
            }))}
          />
        </div>
        <p className="text-base text-muted">{t(`data-sources.kind_${kind}_text`)}</p>
        <div hidden={kind !== 'website'}>
          <WebsiteForm
            {...shared}
            id="add-website"
            initial={{
              start_url: integration.url,
              depth: depthOffered,
              pages_max: pagesOffered,
              include: [],
              exclude: [],
            }}
            onSave={actions.addWebsite}
          />
        </div>
        <div hidden={kind !== 'file'}>
          <FileForm actions={actions} onDone={close} />
        </div>
        <div hidden={kind !== 'question'}>
          <QuestionForm
            {...shared}
            id="add-question"
            initial={{ question: '', alternatives: [], answer: '' }}
            onSave={actions.addQuestion}
          />
        </div>
        <div hidden={kind !== 'text'}>
          <TextForm {...shared} id="add-text" initial={{ name: '', body: '' }} onSave={actions.addText} />
        </div>
        <div hidden={kind !== 'api'}>
          <ApiForm integration_id={integration.id} actions={actions} onCancel={close} />
        </div>
      </div>
    </Dialog>
  )
}
