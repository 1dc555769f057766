-- Whether a reply was ever due by a target, and whether one came too late. Counted from now on.
alter table conversation
  add had_target boolean not null default false,
  add missed_target boolean not null default false;
update conversation set had_target = true, missed_target = overdue_at is not null where due_at is not null;
