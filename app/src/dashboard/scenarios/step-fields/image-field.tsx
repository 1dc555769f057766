import { type FlowImage, imageAltCharsMax, scenarioImagePath } from '@ozvi/contract'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { PicturePicker } from '#ui/picture-picker.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { FlowTextFields } from './flow-text-fields.tsx'
import { uploadImage } from './images.ts'

const frame = 'aspect-video w-28 shrink-0 rounded-control border border-line bg-inset'
/** An image for customers, and what it shows in every language. */
export function ImageField({
  image,
  onChange,
}: {
  image: FlowImage | null
  onChange: (image: FlowImage | null) => void
}) {
  const t = useT()
  const { integration_id, flow, isReadOnly } = useEditorParts()
  const upload = useAsyncAction(async (file: File) => {
    const { id, width, height } = await uploadImage(integration_id, file)
    onChange({ id, width, height, alt: image?.alt ?? {} })
  })
  return (
    <div className="flex flex-col gap-3">
      <PicturePicker
        label={t('scenarios.image')}
        hint={t('scenarios.image_hint')}
        chooseLabel={t(image ? 'scenarios.image_replace' : 'scenarios.image_choose')}
        picture={
          image ? (
            <img
              src={scenarioImagePath(integration_id, image.id)}
              alt=""
              width={image.width}
              height={image.height}
              className={`${frame} object-cover`}
            />
          ) : (
            <span className={`${frame} flex items-center justify-center text-muted`}>
              <Icon name="upload" />
            </span>
          )
        }
        isBusy={upload.isBusy}
        onFile={(file) => {
          if (!isReadOnly) void upload.run(file)
        }}
        remove={
          image
            ? { label: t('scenarios.image_remove'), isBusy: false, onRemove: () => onChange(null) }
            : undefined
        }
        problem={upload.problem && errorText(upload.problem)}
      />
      {image && (
        <FlowTextFields
          label={t('scenarios.image_alt')}
          locales={flow.locales}
          text={image.alt}
          maxLength={imageAltCharsMax}
          onChange={(alt) => onChange({ ...image, alt })}
        />
      )}
    </div>
  )
}
