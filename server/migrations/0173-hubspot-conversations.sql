alter table hubspot_settings add sends_notes boolean not null default false;
alter table hubspot_settings add sends_tickets boolean not null default false;

-- The note and the ticket of a conversation in HubSpot.
create table hubspot_conversation (
  integration_id uuid not null,
  hub_id text not null,
  conversation_id uuid not null,
  kind text not null check (kind in ('note', 'ticket')),
  -- null until it is created there
  hubspot_id text,
  -- A request to create it was sent: before another one, it is looked for.
  is_creating boolean not null default false,
  -- The conversation has changed since it was sent.
  is_waiting boolean not null default true,
  -- A later change has a higher number.
  seq bigint generated always as identity,
  -- of the ticket, as it was sent
  is_closed boolean,
  primary key (integration_id, hub_id, conversation_id, kind),
  foreign key (integration_id, conversation_id) references conversation on delete cascade
);
create index hubspot_conversation_waiting on hubspot_conversation (integration_id, seq) where is_waiting;
create index hubspot_conversation_of on hubspot_conversation (integration_id, conversation_id);

-- What a ledger entry is about.
alter table hubspot_change add object text not null default 'contact'
  check (object in ('contact', 'note', 'ticket'));
