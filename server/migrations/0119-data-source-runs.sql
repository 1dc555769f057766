alter table data_source
  add column schedule text not null default 'off' check (schedule in ('off', 'daily', 'weekly')),
  -- when a scheduled run is due
  add column next_run_at timestamptz,
  -- the website names the public key, in a page or in its DNS: more may be read, and faster
  add column confirmed_at timestamptz,
  -- what the last run found different from the one before
  add column added integer not null default 0,
  add column changed integer not null default 0,
  add column removed integer not null default 0;
create index data_source_due on data_source (next_run_at) where next_run_at is not null;

alter table data_source_item
  -- the runs in which it was indexed for the first time and in which its text last changed
  add column first_run integer,
  add column changed_run integer;
