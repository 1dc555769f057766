-- How a workspace makes sure who its visitors are: by tokens that its own server signs with this secret.
create table identity_verification (
  integration_id uuid primary key references integration on delete cascade,
  mode text not null default 'off' check (mode in ('off', 'optional', 'required')),
  -- encrypted; the former one is good as well until its time
  secret bytea,
  made_at timestamptz,
  former bytea,
  former_until timestamptz,
  last_used_at timestamptz,
  version integer not null default 1
);

-- Somebody whom a token names: by the customer's id for them, or, where there was none, by their address. Whoever comes
-- with such a token goes on as this visitor. Like a visitor's token it goes with the contact into a merge, and back.
create table contact_identity (
  integration_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  origin_id uuid,
  external_id text,
  email text,
  primary key (integration_id, id),
  check ((external_id is null) <> (email is null)),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
create unique index contact_identity_external_id on contact_identity (integration_id, external_id);
create unique index contact_identity_email on contact_identity (integration_id, email);
create index contact_identity_contact on contact_identity (integration_id, contact_id);

-- What was signed last, and when. It counts as long as the contact is still called so, whoever changes that and in
-- whatever way.
alter table contact
  add column proven_by text check (proven_by in ('jwt')),
  add column proven_at timestamptz,
  add column proven_id text,
  add column proven_email text,
  add column proven_email_at timestamptz;
alter table contact
  add column verified_at timestamptz generated always as (
    case when proven_id = external_id or proven_email = lower(email) then proven_at end) stored,
  add column verified_by text generated always as (
    case when proven_id = external_id or proven_email = lower(email) then proven_by end) stored,
  add column email_verified_at timestamptz generated always as (
    case when proven_email = lower(email) then proven_email_at end) stored;
create index contact_verified_email on contact (integration_id, lower(email)) where email_verified_at is not null;

-- Conversations that a browser had begun before it was known whose it is: they are shown wherever that person is.
alter table contact_merge add column shown_ids uuid[] not null default '{}';
