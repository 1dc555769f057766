-- A workspace without a row resolves conversations after the default days of silence. Those that exist keep what they
-- have: never, until a member chooses.
alter table reply_targets
  add column silence_chosen_at timestamptz,
  alter column updated_at drop not null;
insert into reply_targets (integration_id, first_reply_min, next_reply_min, resolve_after_days, updated_at, version)
  select id, '{}', '{}', null, null, 0 from integration
  on conflict (integration_id) do nothing;
