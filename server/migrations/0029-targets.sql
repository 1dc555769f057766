-- How soon a team wants to reply, and when silence ends a conversation; no row until something was changed.
create table reply_targets (
  integration_id uuid primary key references integration on delete cascade,
  -- minutes of open time by priority, such as {"none": 60, "urgent": 15}; a priority left out has no target
  first_reply_min jsonb not null,
  next_reply_min jsonb not null,
  resolve_after_days integer,
  updated_at timestamptz not null,
  version integer not null default 1
);
alter table conversation
  -- by when a reply is due; null while nothing is, or the clock stands still
  add column due_at timestamptz,
  -- what was left of the open time when it was put to sleep
  add column due_left_s integer,
  -- when it was noticed that the time has passed
  add column overdue_at timestamptz,
  -- since when it waits for its customer
  add column quiet_since timestamptz,
  -- the conversation that this one goes on with
  add column follows_id uuid;
create index conversation_due on conversation (due_at) where due_at is not null and overdue_at is null;
create index conversation_quiet on conversation (integration_id, last_message_at) where status = 'waiting';
