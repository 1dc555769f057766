-- A save names the draft that it was made from, so that it never overwrites a teammate's unseen changes.
alter table scenario
  add draft_version integer not null default 1,
  add draft_saved_by uuid;
