-- Where several nodes share the database, letters stay for a while after they were told, so that a node which
-- missed one reads it here. `xid` tells it what was not yet committed when it looked last.
alter table outbox
  add column told_at timestamptz,
  add column xid xid8 not null default pg_current_xact_id();
create index outbox_xid on outbox (xid);
