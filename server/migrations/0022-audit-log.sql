-- days that entries are kept; null: for as long as the workspace is there
alter table integration add column audit_days integer default 365 check (audit_days between 30 and 3650);

create table audit_entry (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  -- no foreign key: a line outlives the person
  actor_id uuid not null,
  actor_name text not null,
  act text not null,
  subject text not null,
  details jsonb not null,
  -- shortened, so that it names no machine
  network text not null,
  primary key (integration_id, id)
);
create index audit_entry_at on audit_entry (integration_id, at desc, id desc);

-- What is written stays as it is: it goes with its workspace, or when it is older than the workspace keeps entries.
create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (
      select from integration
      where id = old.integration_id
        and (audit_days is null or old.at > now() - make_interval(days => audit_days))
    ) then
      return old;
    end if;
  end if;
  raise exception 'Entries of the audit log are neither changed nor deleted';
end
$$;
create trigger audit_entry_stays before update or delete on audit_entry
  for each row execute function keep_audit_entry();
create trigger audit_log_stays before truncate on audit_entry
  for each statement execute function keep_audit_entry();
