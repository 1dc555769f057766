-- Choices that outlive a connection.
create table hubspot_settings (
  integration_id uuid primary key references integration on delete cascade,
  mapping jsonb not null,
  is_automatic boolean not null default false,
  -- the account and the mapping were tried in a dry run
  tried_hub_id text
);

create table hubspot_sync (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('dry_run', 'sync')),
  status text not null default 'running' check (status in ('running', 'done', 'failed', 'canceled')),
  -- contacts of HubSpot are read first, then those of the workspace
  phase text not null default 'in' check (phase in ('in', 'out')),
  -- where the phase continues
  position text,
  -- Only contacts that HubSpot changed since; null: all.
  since timestamptz,
  compared integer not null default 0,
  created_in integer not null default 0,
  updated_in integer not null default 0,
  created_out integer not null default 0,
  updated_out integer not null default 0,
  conflicts integer not null default 0,
  skipped integer not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (integration_id, id)
);
create unique index hubspot_sync_running on hubspot_sync (integration_id) where status = 'running';
create index hubspot_sync_started on hubspot_sync (integration_id, started_at desc);

-- Which contact is which contact of the HubSpot account.
create table hubspot_contact (
  integration_id uuid not null,
  hub_id text not null,
  contact_id uuid not null,
  -- null while it is being created there
  hubspot_id text,
  -- by field: the values of both sides after the last sync
  base jsonb not null,
  -- of the contact after the last sync
  contact_version integer not null,
  primary key (integration_id, hub_id, contact_id),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
create unique index hubspot_contact_id on hubspot_contact (integration_id, hub_id, hubspot_id);

-- What syncs changed.
create table hubspot_change (
  integration_id uuid not null,
  id uuid not null,
  seq bigint generated always as identity,
  hub_id text not null,
  contact_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  action text not null check (action in ('created', 'updated', 'skipped')),
  reason text,
  before jsonb not null,
  after jsonb not null,
  conflicts jsonb not null,
  at timestamptz not null,
  undone_at timestamptz,
  primary key (integration_id, id),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
create index hubspot_change_seq on hubspot_change (integration_id, seq desc);
create index hubspot_change_contact on hubspot_change (integration_id, contact_id);
