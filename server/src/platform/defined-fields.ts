/** Returns the fields that aren't undefined. An update changes only those. */
export const definedFields = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  // Each entry keeps its name and type.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
