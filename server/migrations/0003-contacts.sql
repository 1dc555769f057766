create table contact (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null default 'visitor' check (kind in ('visitor', 'lead', 'user')),
  name text,
  email text,
  -- made on the preview page
  is_test boolean not null default false,
  locale text not null default 'en',
  time_zone text,
  browser text,
  referrer text,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (integration_id, id)
);

-- A visitor's bearer token; the value itself is known to the visitor's browser alone.
create table visitor_token (
  token_hash bytea primary key,
  integration_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
create index visitor_token_contact on visitor_token (integration_id, contact_id);

create table page_visit (
  integration_id uuid not null,
  contact_id uuid not null,
  id bigint generated always as identity,
  url text not null,
  title text not null,
  at timestamptz not null default now(),
  -- the trail of one contact, newest first
  primary key (integration_id, contact_id, id),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
