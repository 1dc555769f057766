-- A merged contact leaves its record in HubSpot, with the history, to the contact that it was merged into. `origin_id` is
-- the contact that had it, which gets it back if the merge is undone.
alter table hubspot_contact add origin_id uuid;
alter table hubspot_change add origin_id uuid;

-- Records of contacts that were merged into one that has its own record. A sync ignores them.
create table hubspot_alias (
  integration_id uuid not null,
  hub_id text not null,
  hubspot_id text not null,
  contact_id uuid not null,
  origin_id uuid,
  -- The contact whose record it was. It gets the record back if the merge is undone.
  linked_id uuid not null,
  base jsonb not null default '{}',
  ended_as text,
  primary key (integration_id, hub_id, hubspot_id),
  foreign key (integration_id, contact_id) references contact on delete cascade
);
create index hubspot_alias_contact on hubspot_alias (integration_id, contact_id);

-- Contacts that were erased here while they were being created in HubSpot, so that a sync recognizes the new records.
create table hubspot_erased_creation (
  integration_id uuid not null references integration on delete cascade,
  hub_id text not null,
  -- keyed hash of the address that was sent
  email_hash bytea not null,
  erased_at timestamptz not null,
  primary key (integration_id, hub_id, email_hash)
);
