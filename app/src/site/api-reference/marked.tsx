/** Text of the contract's comments, with code in backticks, and typographic apostrophes. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="rounded bg-inset px-1 py-0.5 font-mono text-[0.9em] break-words">
        {part}
      </code>
    ) : (
      part.replaceAll("'", '’')
    ),
  )
}
