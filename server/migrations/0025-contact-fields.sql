alter table contact
  add column phone text,
  add column company text,
  add column city text,
  add column country text,
  add column external_id text,
  add column owner_id uuid,
  -- values of the team's own fields, by the field's id; what is unknown has no key
  add column fields jsonb not null default '{}',
  -- of the same list as those of conversations, in the order in which they were added
  add column tag_ids uuid[] not null default '{}',
  -- an owner who leaves the team owns nobody
  add foreign key (integration_id, owner_id) references member (integration_id, user_id) on delete set null (owner_id);
create index contact_tags on contact using gin (tag_ids) where tag_ids <> '{}';
create unique index contact_external_id on contact (integration_id, external_id) where external_id is not null;
create index contact_owner on contact (integration_id, owner_id) where owner_id is not null;

-- what a search looks through: now also what stands beside name and address
alter table contact drop column search_text;
alter table contact add column search_text text not null generated always as (
  folded(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' ||
    coalesce(company, '') || ' ' || coalesce(external_id, ''))) stored;

-- Fields of the team's own.
create table contact_field (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'list', 'link')),
  options jsonb not null default '[]',
  position integer not null,
  version integer not null default 1,
  primary key (integration_id, id)
);
create unique index contact_field_name on contact_field (integration_id, folded(name));

-- Who set which field of a contact from what to what.
create table contact_change (
  integration_id uuid not null,
  contact_id uuid not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  -- null where it was the contact; who has left the team keeps the name they had
  actor_id uuid,
  actor_name text,
  changes jsonb not null,
  primary key (integration_id, contact_id, id),
  foreign key (integration_id, contact_id) references contact on delete cascade
);

create table contact_note (
  integration_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  author_id uuid not null,
  author_name text not null,
  body text not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (integration_id, id),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
create index contact_note_contact on contact_note (integration_id, contact_id, at desc);
