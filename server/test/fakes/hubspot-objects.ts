/** A CRM object, as HubSpot returns it. */
export interface CrmObject {
  id: string
  properties: Record<string, string | null>
  createdAt: string
  updatedAt: string
  archived: boolean
}
export interface Association {
  from: string
  to: string
  type: number
}
export interface PropertyDefinition {
  name: string
  label: string
  type: 'string' | 'number' | 'date' | 'datetime' | 'enumeration' | 'bool' | 'object_coordinates'
  is_read_only?: boolean
  options?: string[]
  /** Values are separated by semicolons. */
  isMultiple?: boolean
  /** The label of each option; its value if there is none. */
  optionLabels?: Record<string, string>
  /** The kind of object that values are numbers of. */
  referencedObjectType?: 'OWNER'
}

/** An error response of HubSpot's API. */
export class CrmError extends Error {
  status: number
  category: string
  constructor(status: number, category: string, message: string) {
    super(message)
    this.status = status
    this.category = category
  }
}

export const contactProperties: PropertyDefinition[] = [
  { name: 'firstname', label: 'First name', type: 'string' },
  { name: 'lastname', label: 'Last name', type: 'string' },
  { name: 'email', label: 'Email', type: 'string' },
  { name: 'phone', label: 'Phone number', type: 'string' },
  { name: 'company', label: 'Company name', type: 'string' },
  { name: 'city', label: 'City', type: 'string' },
  { name: 'jobtitle', label: 'Job title', type: 'string' },
  { name: 'numemployees', label: 'Number of employees', type: 'number' },
  { name: 'date_of_birth', label: 'Date of birth', type: 'date' },
  { name: 'vip', label: 'VIP', type: 'bool', options: ['true', 'false'] },
  {
    name: 'lifecyclestage',
    label: 'Lifecycle stage',
    type: 'enumeration',
    options: ['lead', 'customer', 'evangelist'],
    optionLabels: { lead: 'Lead', customer: 'Customer', evangelist: 'Evangelist' },
  },
  {
    name: 'interests',
    label: '<b>Interests</b>',
    type: 'enumeration',
    options: ['tea', 'coffee'],
    optionLabels: { tea: 'Tea & more', coffee: 'Coffee' },
    isMultiple: true,
  },
  { name: 'motto', label: `${'x'.repeat(199)}🍵`, type: 'string' },
  { name: 'place', label: 'Place', type: 'object_coordinates' },
  { name: 'hubspot_owner_id', label: 'Contact owner', type: 'enumeration', referencedObjectType: 'OWNER' },
  { name: 'associatedcompanyid', label: 'Primary company', type: 'number', is_read_only: true },
  { name: 'createdate', label: 'Create date', type: 'datetime', is_read_only: true },
  { name: 'lastmodifieddate', label: 'Last modified date', type: 'datetime', is_read_only: true },
  { name: 'hs_object_id', label: 'Record ID', type: 'number', is_read_only: true },
]
const batch_max = 100
const search_max = 10_000

interface Filter {
  propertyName: string
  operator: string
  value?: string
  values?: string[]
}
interface Search {
  filterGroups?: { filters: Filter[] }[]
  sorts?: (string | { propertyName: string; direction: string })[]
  limit?: number
  after?: string
  properties?: string[]
}
interface BatchInput {
  id?: string
  properties?: Record<string, string>
  associations?: { to: { id: string }; types: { associationTypeId: number }[] }[]
}

const isEmail = (value: string) => {
  const at = value.indexOf('@')
  return at > 0 && value.indexOf('.', at) > at + 1 && !value.includes(' ')
}

/** The objects of one account: rules of uniqueness, validation, paging and search as HubSpot has them. */
export class CrmStore {
  objects = new Map<string, Map<string, CrmObject>>()
  associations: Association[] = []
  #merged = new Map<string, string>()
  #next = 101
  #clock = Date.now()

  /** Each change has a later time than the one before. */
  #now(): string {
    this.#clock = Math.max(this.#clock + 1, Date.now())
    return new Date(this.#clock).toISOString()
  }
  all(type: string): Map<string, CrmObject> {
    const known = this.objects.get(type)
    if (known) return known
    const created = new Map<string, CrmObject>()
    this.objects.set(type, created)
    return created
  }
  byEmail(email: string): CrmObject | undefined {
    return [...this.all('contacts').values()].find(
      ({ archived, properties }) => !archived && properties['email'] === email.toLowerCase(),
    )
  }
  /** Objects of a type that refer to a contact. */
  associated(contact_id: string, type: string): string[] {
    return this.associations
      .filter(({ from, to }) => to === contact_id && this.all(type).get(from)?.archived === false)
      .map(({ from }) => from)
  }
  #check(type: string, properties: Record<string, string>): void {
    if (!Object.values(properties).every((value) => value.isWellFormed()))
      throw new CrmError(400, 'VALIDATION_ERROR', 'a value isn’t Unicode')
    if ((properties['hs_note_body'] ?? '').length > 65_536)
      throw new CrmError(400, 'VALIDATION_ERROR', 'hs_note_body is too long')
    if (type !== 'contacts') return
    for (const [name, value] of Object.entries(properties)) {
      const definition = contactProperties.find((each) => each.name === name)
      if (!definition) throw new CrmError(400, 'VALIDATION_ERROR', `Property "${name}" does not exist`)
      if (definition.is_read_only)
        throw new CrmError(400, 'VALIDATION_ERROR', `"${name}" is a read only property`)
      const chosen = definition.isMultiple ? value.split(';') : [value]
      if (value !== '' && definition.options && !chosen.every((each) => definition.options?.includes(each)))
        throw new CrmError(400, 'VALIDATION_ERROR', `${value} was not one of the allowed options`)
      if (value !== '' && definition.type === 'number' && !Number.isFinite(Number(value)))
        throw new CrmError(400, 'VALIDATION_ERROR', `${value} was not a valid number`)
    }
    const email = properties['email']
    if (email && !isEmail(email))
      throw new CrmError(400, 'VALIDATION_ERROR', `Email address ${email} is invalid`)
  }
  #assign(object: CrmObject, properties: Record<string, string>): void {
    for (const [name, value] of Object.entries(properties))
      object.properties[name] = name === 'email' ? value.toLowerCase() : value === '' ? null : value
    object.updatedAt = this.#now()
    object.properties['lastmodifieddate'] = object.updatedAt
  }
  #rejectDuplicate(email: string | undefined, id?: string): void {
    const other = email ? this.byEmail(email) : undefined
    if (other && other.id !== id)
      throw new CrmError(409, 'CONFLICT', `Contact already exists. Existing ID: ${other.id}`)
  }
  create(type: string, { properties = {}, associations = [] }: BatchInput): CrmObject {
    this.#check(type, properties)
    if (type === 'contacts') this.#rejectDuplicate(properties['email'])
    const required = { notes: 'hs_timestamp', tickets: 'hs_pipeline_stage' }[type]
    if (required && !properties[required])
      throw new CrmError(400, 'VALIDATION_ERROR', `Property "${required}" is required`)
    for (const { to } of associations) this.get('contacts', to.id)
    const id = String(this.#next++)
    const at = this.#now()
    const object: CrmObject = {
      id,
      properties: { createdate: at, hs_object_id: id },
      createdAt: at,
      updatedAt: at,
      archived: false,
    }
    this.#assign(object, properties)
    this.all(type).set(id, object)
    for (const { to, types } of associations)
      for (const { associationTypeId } of types)
        this.associations.push({ from: id, to: to.id, type: associationTypeId })
    return object
  }
  get(type: string, id: string): CrmObject {
    const object = this.all(type).get(id)
    if (!object || object.archived) throw new CrmError(404, 'OBJECT_NOT_FOUND', 'resource not found')
    return object
  }
  update(type: string, id: string, properties: Record<string, string>): CrmObject {
    const object = this.get(type, id)
    this.#check(type, properties)
    if (type === 'contacts') this.#rejectDuplicate(properties['email'], id)
    this.#assign(object, properties)
    return object
  }
  archive(type: string, id: string): void {
    const object = this.all(type).get(id)
    if (object) object.archived = true
  }
  restore(type: string, id: string): void {
    const object = this.all(type).get(id)
    if (object) object.archived = false
  }
  /** Deletes for privacy: nothing of it can be restored. */
  erase(type: string, id: string): void {
    this.all(type).delete(id)
  }
  /** Requests of the merged contact return the one it was merged into. */
  merge(type: string, into: string, merged: string): void {
    this.archive(type, merged)
    this.#merged.set(merged, into)
  }
  page(type: string, limit: number, after: string | undefined) {
    if (limit > batch_max) throw new CrmError(400, 'VALIDATION_ERROR', 'limit is too large')
    const from = Number(after ?? 0)
    const rest = [...this.all(type).values()].filter(({ id, archived }) => !archived && Number(id) > from)
    const results = rest.slice(0, limit)
    const last = results.at(-1)
    return { results, next: rest.length > limit && last ? last.id : undefined }
  }
  /** All or nothing, like HubSpot: one invalid input rejects the batch. */
  batchCreate(type: string, inputs: BatchInput[]): CrmObject[] {
    this.#limit(inputs)
    const emails = new Set<string>()
    for (const { properties = {} } of inputs) {
      this.#check(type, properties)
      const email = properties['email']?.toLowerCase()
      if (type !== 'contacts' || !email) continue
      this.#rejectDuplicate(email)
      if (emails.has(email)) throw new CrmError(400, 'VALIDATION_ERROR', 'Duplicate email in the batch')
      emails.add(email)
    }
    return inputs.map((input) => this.create(type, input))
  }
  batchUpdate(type: string, inputs: BatchInput[]): CrmObject[] {
    this.#limit(inputs)
    for (const { id = '', properties = {} } of inputs) {
      this.get(type, id)
      this.#check(type, properties)
      if (type === 'contacts') this.#rejectDuplicate(properties['email'], id)
    }
    return inputs.map(({ id = '', properties = {} }) => this.update(type, id, properties))
  }
  /** Found objects, and the ids that don't exist. */
  batchRead(type: string, inputs: BatchInput[], idProperty: string | undefined) {
    this.#limit(inputs)
    const found: CrmObject[] = []
    const missing: string[] = []
    for (const { id = '' } of inputs) {
      const object =
        idProperty === 'email' ? this.byEmail(id) : this.all(type).get(this.#merged.get(id) ?? id)
      if (object && !object.archived) found.push(object)
      else missing.push(id)
    }
    return { found, missing }
  }
  #limit(inputs: BatchInput[]): void {
    if (inputs.length > batch_max)
      throw new CrmError(400, 'VALIDATION_ERROR', `The maximum batch size is ${batch_max}`)
  }
  search(type: string, { filterGroups = [], limit = 10, after, sorts = [] }: Search) {
    const from = Number(after ?? 0)
    if (from + limit > search_max) throw new CrmError(400, 'VALIDATION_ERROR', 'paging past 10,000')
    const matches = [...this.all(type).values()].filter(
      (object) =>
        !object.archived &&
        (filterGroups.length === 0 ||
          filterGroups.some(({ filters }) => filters.every((filter) => this.#matches(object, filter)))),
    )
    const sort = sorts[0]
    const by = typeof sort === 'string' ? sort : sort?.propertyName
    if (by) matches.sort((a, b) => (a.properties[by] ?? '').localeCompare(b.properties[by] ?? ''))
    return {
      total: matches.length,
      results: matches.slice(from, from + limit),
      next: from + limit < matches.length ? String(from + limit) : undefined,
    }
  }
  #matches({ properties }: CrmObject, { propertyName, operator, value = '', values = [] }: Filter) {
    const actual = properties[propertyName] ?? ''
    const time = (text: string) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text))
    if (operator === 'EQ') return actual === value
    if (operator === 'IN') return values.includes(actual)
    if (operator === 'GTE') return time(actual) >= time(value)
    throw new CrmError(400, 'VALIDATION_ERROR', `unsupported operator ${operator}`)
  }
}
