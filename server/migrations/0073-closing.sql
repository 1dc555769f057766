-- Its owner has asked for it to be deleted: shut from then on, gone with everything when the time has come.
alter table integration
  add column deletes_at timestamptz,
  -- the owner was told once more
  add column reminded_at timestamptz;
create index integration_deletes on integration (deletes_at) where deletes_at is not null;
