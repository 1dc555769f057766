import { useT } from '#platform/i18n/provider.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import type { WebsiteFields } from '../data.ts'
import { linesOf, SourceForm, type SourceFormProps } from './source-form.tsx'

export function WebsiteForm({ initial, ...form }: SourceFormProps<Omit<WebsiteFields, 'name'>>) {
  const t = useT()
  return (
    <SourceForm
      {...form}
      labels={{
        start_url: t('data-sources.start_url'),
        depth: t('data-sources.depth'),
        pages_max: t('data-sources.pages_max'),
        include: t('data-sources.include'),
        exclude: t('data-sources.exclude'),
      }}
      read={({ start_url = '', depth, pages_max, include, exclude }) => ({
        start_url: start_url.trim(),
        depth: Number(depth),
        pages_max: Number(pages_max),
        include: linesOf(include),
        exclude: linesOf(exclude),
      })}
    >
      <Field name="start_url" isRequired hint={t('data-sources.start_url_hint')}>
        <Input
          type="url"
          inputMode="url"
          defaultValue={initial.start_url}
          autoCapitalize="none"
          autoComplete="url"
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="pages_max" hint={t('data-sources.pages_max_hint')}>
          <Input type="number" inputMode="numeric" min={1} max={20_000} defaultValue={initial.pages_max} />
        </Field>
        <Field name="depth" hint={t('data-sources.depth_hint')}>
          <Input type="number" inputMode="numeric" min={0} max={10} defaultValue={initial.depth} />
        </Field>
      </div>
      <details className="group" open={initial.include.length + initial.exclude.length > 0}>
        <summary className="flex min-h-8 list-none items-center gap-1.5 rounded-control text-base font-medium touch:min-h-11 [&::-webkit-details-marker]:hidden">
          <Icon
            name="chevron-right"
            size={16}
            className="text-muted transition-transform duration-120 group-open:rotate-90"
          />
          {t('data-sources.limits')}
        </summary>
        <div className="mt-3 grid gap-5 sm:grid-cols-2">
          <Field name="include" hint={t('data-sources.include_hint')}>
            <Textarea
              rows={2}
              defaultValue={initial.include.join('\n')}
              spellCheck={false}
              placeholder="/help/**"
            />
          </Field>
          <Field name="exclude" hint={t('data-sources.exclude_hint')}>
            <Textarea
              rows={2}
              defaultValue={initial.exclude.join('\n')}
              spellCheck={false}
              placeholder="/blog/**"
            />
          </Field>
        </div>
      </details>
    </SourceForm>
  )
}
