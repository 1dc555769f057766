/** Announces rows waiting above the hovered ones. */
export function NewRowsBanner({ label, onShow }: { label: string | false; onShow: () => void }) {
  if (!label) return null
  return (
    <div className="pointer-events-none absolute inset-x-0 top-11 z-10 flex justify-center">
      <button
        type="button"
        onClick={onShow}
        className="pointer-events-auto h-8 animate-popover rounded-full bg-primary px-3 text-sm font-medium text-on-primary shadow-popover hover:bg-primary-hover touch:h-11"
      >
        {label}
      </button>
    </div>
  )
}
