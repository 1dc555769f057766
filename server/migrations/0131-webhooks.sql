-- Addresses that a workspace's events are sent to.
create table webhook_endpoint (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null,
  url text not null,
  events text[] not null,
  is_on boolean not null default true,
  secret_sealed bytea not null,
  -- signs along until `previous_until`
  previous_sealed bytea,
  previous_until timestamptz,
  created_at timestamptz not null,
  -- requests in a row that failed
  failures integer not null default 0,
  failing_since timestamptz,
  next_try_at timestamptz,
  -- by the server, after a day of failures
  paused_at timestamptz,
  problem text,
  primary key (integration_id, id)
);

-- Deliveries, and their log.
create table webhook_message (
  integration_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null default gen_random_uuid(),
  seq bigint generated always as identity,
  -- the conversation or contact; its deliveries are sent in order
  subject_id uuid not null,
  event text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_try_at timestamptz,
  status integer,
  problem text,
  answer text,
  took_ms integer,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (integration_id, endpoint_id, id),
  foreign key (integration_id, endpoint_id) references webhook_endpoint on delete cascade
);
create index webhook_message_waiting on webhook_message (integration_id, endpoint_id, subject_id, seq)
  where state = 'waiting';
create index webhook_message_log on webhook_message (integration_id, endpoint_id, seq desc);
create index webhook_message_subject on webhook_message (integration_id, subject_id);
create index webhook_message_created on webhook_message (created_at) where state <> 'waiting';
