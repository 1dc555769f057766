-- Conversations closed this many days ago, without a later message, are deleted; null keeps them.
alter table integration add column conversation_days integer check (conversation_days between 30 and 3650);

-- What a run of the retention has deleted.
create table retention_run (
  integration_id uuid not null references integration (id) on delete cascade,
  id uuid not null,
  -- Conversations closed before then and without a later message are deleted.
  before timestamptz not null,
  conversations integer not null default 0,
  messages integer not null default 0,
  files integer not null default 0,
  started_at timestamptz not null,
  -- Null while it runs.
  finished_at timestamptz,
  primary key (integration_id, id)
);
create unique index retention_run_open on retention_run (integration_id) where finished_at is null;
create index retention_run_newest on retention_run (integration_id, started_at desc);
