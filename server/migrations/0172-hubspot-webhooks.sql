-- Why a contact is no longer synced: its record in HubSpot was deleted, merged into another, or erased for privacy.
alter table hubspot_contact add ended_as text check (ended_as in ('deleted', 'merged', 'erased'));

-- Records of HubSpot that it announced changes of, until they are synced.
create table hubspot_pending (
  integration_id uuid not null references hubspot_connection on delete cascade,
  hub_id text not null,
  hubspot_id text not null,
  -- A later announcement of the same record has a higher number.
  seq bigint generated always as identity,
  is_erasure boolean not null default false,
  -- the record that it was merged into
  merged_into text,
  primary key (integration_id, hub_id, hubspot_id)
);
create index hubspot_pending_seq on hubspot_pending (integration_id, seq);
create index hubspot_connection_hub on hubspot_connection (hub_id);
