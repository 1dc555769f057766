-- Outgoing webhooks: one line for each address, which gets its deliveries one after the other. Lines belong to the
-- installation; `line` names what they are for and the address, such as `realtime:4f1c…`.
create table webhook_line (
  line text primary key,
  -- counted up when somebody lets a line go on, so that what was planned before then counts no more
  epoch integer not null default 0,
  failures integer not null default 0,
  failing_since timestamptz,
  problem text,
  next_try_at timestamptz,
  paused_at timestamptz
);
create table webhook_delivery (
  line text not null references webhook_line on delete cascade,
  id bigint generated always as identity,
  body text not null,
  created_at timestamptz not null,
  primary key (line, id)
);
-- What webhooks are signed with, sealed: the one that holds, and the one before it for as long as receivers may still
-- know that alone.
create table webhook_secret (
  name text primary key,
  current bytea not null,
  previous bytea,
  changed_at timestamptz not null
);
