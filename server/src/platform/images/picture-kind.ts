const signatures = {
  png: (start: string) => start.startsWith('\x89PNG\r\n\x1a\n'),
  jpeg: (start: string) => start.startsWith('\xff\xd8\xff'),
  gif: (start: string) => start.startsWith('GIF87a') || start.startsWith('GIF89a'),
  webp: (start: string) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
  avif: (start: string) => start.startsWith('ftypavif', 4) || start.startsWith('ftypavis', 4),
}
export type PictureKind = keyof typeof signatures

/** Detects the type of a picture from its first bytes. File names and declared types can't be trusted. */
export function pictureKindOf(bytes: Uint8Array): PictureKind | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  // The keys of the record above.
  return (Object.keys(signatures) as PictureKind[]).find((kind) => signatures[kind](start))
}
